import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { highlighterParts, NO_PARTS } from './scripts/lib/highlighter-parts.mjs';
import highlighter from './src/renderer/ui/highlighter.json' with { type: 'json' };

const ROOT = import.meta.dirname;

/** Ripgrep is a program beside its package; everything else goes into the bundle. */
const OUTSIDE = ['electron', /^@vscode\/ripgrep/];

/** The Chromium host runs the same bundles on Node 20 and an installed browser, so the older of the two targets counts. */
const NODE = 'node20';
const BROWSER = 'chrome120';

export default defineConfig({
  main: {
    build: {
      target: NODE,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: join(ROOT, 'src/main/index.ts') },
        external: OUTSIDE,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: NODE,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: join(ROOT, 'src/preload/index.ts') },
        external: OUTSIDE,
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: join(ROOT, 'src/renderer'),
    plugins: [react(), highlighterParts(highlighter)],
    build: {
      target: BROWSER,
      minify: true,
      rolldownOptions: { input: join(ROOT, 'src/renderer/index.html') },
    },
    worker: { format: 'es', plugins: () => [highlighterParts(NO_PARTS)] },
  },
});
