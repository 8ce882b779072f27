// Builds the harness page into the folder given: `node src/renderer/testing/build.mjs /tmp/harness`.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const [outDir = 'out/harness'] = process.argv.slice(2);

await build({
  configFile: false,
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: resolve(outDir),
    emptyOutDir: true,
    target: 'chrome120',
    rolldownOptions: { input: `${import.meta.dirname}/harness.html` },
  },
});
