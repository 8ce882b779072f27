import { spawn } from 'node:child_process';
import type { Shell } from 'electron';

/** Hands an address or a file to the desktop, by `xdg-open` or macOS's `open`. */
function hand(target: string): Promise<void> {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  return new Promise((resolve, reject) => {
    const child = spawn(command, [target], { stdio: 'ignore', detached: true });
    child.once('error', () => reject(new Error(`${command} is not installed`)));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} could not open ${target}`))));
    child.unref();
  });
}

export const shell = {
  openExternal: (url) => hand(url),
  openPath: (path) =>
    hand(path).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    ),
} satisfies Pick<Shell, 'openExternal' | 'openPath'>;
