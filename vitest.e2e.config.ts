import { defineConfig } from 'vitest/config';

/** One file at a time: each opens windows and owns the keyboard of its display. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    fileParallelism: false,
    expect: { poll: { timeout: 15_000 } },
  },
});
