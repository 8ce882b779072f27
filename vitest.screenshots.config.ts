import { defineConfig } from 'vitest/config';

/** Pictures of the built app for docs/screenshots, taken as the e2e tests drive it. */
export default defineConfig({
  test: { include: ['e2e/screenshots.ts'], testTimeout: 60_000, hookTimeout: 60_000, pool: 'forks' },
});
