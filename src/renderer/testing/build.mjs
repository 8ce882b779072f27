// Builds the harness page into the folder given: `node src/renderer/testing/build.mjs /tmp/harness`.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { highlighterParts, NO_PARTS } from '../../../scripts/lib/highlighter-parts.mjs';

const [outDir = 'out/harness'] = process.argv.slice(2);
const highlighter = JSON.parse(readFileSync(new URL('../ui/highlighter.json', import.meta.url), 'utf8'));

await build({
  configFile: false,
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  plugins: [react(), highlighterParts(highlighter)],
  worker: { format: 'es', plugins: () => [highlighterParts(NO_PARTS)] },
  build: {
    outDir: resolve(outDir),
    emptyOutDir: true,
    target: 'chrome120',
    rolldownOptions: { input: `${import.meta.dirname}/harness.html` },
  },
});
