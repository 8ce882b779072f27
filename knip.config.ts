import type { KnipConfig } from 'knip';

/** `--production` asks what only tests use; without it, tests count as users. */
const withoutTests = process.argv.includes('--production');

const config: KnipConfig = {
  entry: [
    'src/cli/index.ts!',
    'src/chromium-host/{index,module-hook}.ts!',
    'src/chromium-host/page/{main-world,preload-world}.ts!',
    'src/renderer/testing/harness.tsx',
    'src/renderer/testing/build.mjs',
    'src/core/config/json-schema.ts!',
    'bench/*.ts',
    'scripts/*.mjs',
    'scripts/**/*.test.ts',
    'e2e/**/*.{test,gate}.ts',
    'e2e/screenshots.ts',
  ],
  project: ['src/**/*.{ts,tsx,css}!', '!src/**/testing/**!', 'bench/**/*.ts', 'scripts/**/*.{mjs,ts}', 'e2e/**/*.ts'],
  compilers: { css: importsOfCss },
  ignoreBinaries: ['Xvfb', 'bwrap', 'dbus-daemon', 'gnome-keyring-daemon', 'mkfifo', 'mount', 'umount', 'unshare'],
  /** A function that its own file uses may be exported for its test; a type that its own file uses may be exported for readers. */
  ignoreExportsUsedInFile: withoutTests ? true : { interface: true, type: true },
};

/** What a style sheet takes from packages and other sheets, as imports. */
function importsOfCss(text: string): string {
  const targets = [...text.matchAll(/(?:@import|url\(|from)\s*['"]([^'"]+)['"]/g)].map(([, target]) => target);
  return targets.map((target) => `import '${target}';`).join('\n');
}

export default config;
