import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { CdpConnection } from './cdp.ts';
import { type BrowserFlags, browserArguments } from './flags.ts';

/** A browser of an earlier start may hold the profile for the moment it takes to exit; a new one then gives up at once. */
const ATTEMPTS = 5;
const CLOSE_LIMIT = 3_000;

/** One running browser. It exits on its own when this process goes, however it goes, because its pipe closes. */
export interface Chromium {
  readonly cdp: CdpConnection;
  readonly pid: number;
  /** Settles when the process is gone; never rejects. */
  readonly exited: Promise<void>;
  /** Asks it to close, and kills it when it does not within three seconds. */
  close(): Promise<void>;
}

export async function startChromium(executable: string, flags: BrowserFlags): Promise<Chromium> {
  mkdirSync(flags.profile, { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt += 1) {
    const chromium = launch(executable, flags);
    const started = await Promise.race([isAnswering(chromium), chromium.exited.then(() => false)]);
    if (started) return chromium;
    if (attempt === ATTEMPTS) throw new Error(`${executable} ended right after its start. Is a display there (DISPLAY, WAYLAND_DISPLAY)?`);
    await delay(100 * attempt);
  }
}

function launch(executable: string, flags: BrowserFlags): Chromium {
  // A group of its own, so that Ctrl+C in the terminal reaches the app first and the app closes the browser.
  const child = spawn(executable, browserArguments(flags), { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const [input, output] = [child.stdio[4] as Readable, child.stdio[3] as Writable];
  const cdp = new CdpConnection(input, output);
  return { cdp, pid: child.pid ?? 0, exited, close: () => close(child, cdp, exited) };
}

async function isAnswering(chromium: Chromium): Promise<boolean> {
  try {
    await chromium.cdp.browser.send('Browser.getVersion');
    return true;
  } catch {
    await chromium.exited;
    return false;
  }
}

async function close(child: ChildProcess, cdp: CdpConnection, exited: Promise<void>): Promise<void> {
  await Promise.race([cdp.browser.tell('Browser.close').then(() => exited), delay(CLOSE_LIMIT, undefined, { ref: false })]);
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await exited;
}
