import { fileURLToPath } from 'node:url';
import { main } from './main.ts';
import { openRuntime } from './runtime.ts';
import { processTerminal } from './terminal.ts';

const terminal = processTerminal();
const installation = { root: fileURLToPath(new URL('../..', import.meta.url)) };
terminal.exit(await main({ args: process.argv.slice(2), terminal, installation, openRuntime }));
