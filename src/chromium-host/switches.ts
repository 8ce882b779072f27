import type { BrowserFlags } from './browser/flags.ts';

type Vars = Readonly<Record<string, string | undefined>>;

export type Switches = Pick<BrowserFlags, 'headless' | 'debugPort' | 'root'>;

/** `--headless` and `--remote-debugging-port=n` as Electron takes them, or `STEINER_HEADLESS=1` and `STEINER_DEBUG_PORT`. */
export function readSwitches(argv: readonly string[], vars: Vars): Switches {
  const port = argv.find((arg) => arg.startsWith('--remote-debugging-port='))?.split('=')[1] ?? vars.STEINER_DEBUG_PORT;
  const headless = argv.includes('--headless') || vars.STEINER_HEADLESS === '1';
  return { headless, root: process.getuid?.() === 0, ...(port ? { debugPort: port } : {}) };
}
