import { defineConfig } from 'vitest/config';

/** The limits are for tests that hang: several times what the slowest take on a busy machine. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    expect: { poll: { timeout: 30_000 } },
  },
});
