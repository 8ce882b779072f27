import { spawn } from 'node:child_process';

/** Opens a page in the person's browser, which outlives this program. False where no program could be started for it. */
export function openBrowser(url: string, platform: NodeJS.Platform): Promise<boolean> {
  const command = platform === 'darwin' ? 'open' : 'xdg-open';
  return new Promise((resolve) => {
    const child = spawn(command, [url], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
