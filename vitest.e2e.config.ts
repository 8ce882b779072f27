import { defineConfig } from 'vitest/config';

/** One file at a time: each opens windows and owns the keyboard of its display. The limits are for tests that hang. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    fileParallelism: false,
    expect: { poll: { timeout: 30_000 } },
  },
});
