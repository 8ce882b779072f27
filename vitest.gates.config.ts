import { defineConfig } from 'vitest/config';

/** Tests that judge by figures of the machine, or take a minute: a part of `npm run gates`, and of no suite. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.gate.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    pool: 'forks',
    fileParallelism: false,
    expect: { poll: { timeout: 15_000 } },
  },
});
