import { fileURLToPath } from 'node:url';
import { start } from './start.ts';

const here = new URL('.', import.meta.url);
await start({ root: fileURLToPath(new URL('../..', here)), host: fileURLToPath(here) });
