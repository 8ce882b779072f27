import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, _electron as electron, type Page } from 'playwright-core';
import { vi } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT = 60_000;
/** Milliseconds in which a new connection tells of a page that is there. */
const SEEN_WITHIN = 5_000;
const ELECTRON = electronBinary();

/** What shows the windows in this run, for the names of tests. */
export const HOST = ELECTRON === undefined ? 'Chromium host' : 'Electron';

export interface AppStart {
  /** Arguments after the app: a folder, or none for the welcome screen. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where the app keeps its own state: `$STEINER_HOME/state/app`. */
  readonly userData: string;
  /** A command line that the app's own is put behind. */
  readonly through: readonly string[];
}

/** The built app as a process, with its windows as pages. */
export interface RunningApp {
  readonly pid: number;
  /** Exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** What it wrote to its standard streams so far. */
  output(): string;
  /** Windows that show the app's page, oldest first. */
  windows(): readonly Page[];
  /** Lets go of the windows without closing them. */
  release(): Promise<void>;
}

/** Starts the app. Its first window may not be there yet. */
export function startApp(start: AppStart): Promise<RunningApp> {
  return ELECTRON === undefined ? startOnChromium(start) : startOnElectron(ELECTRON, start);
}

/** Starts the app a second time and waits for that process to end. */
export async function startAgain({ args, cwd, env, through }: AppStart): Promise<number | null> {
  const [file = '', ...before] = [...through, ...(ELECTRON === undefined ? chromiumLine() : [ELECTRON, ...electronArguments()])];
  const child = spawn(file, [...before, ...args], { cwd, env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code as number | null;
}

async function startOnChromium({ args, cwd, env, userData, through }: AppStart): Promise<RunningApp> {
  const portFile = join(userData, 'chromium', 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  const [file = '', ...before] = [...through, ...chromiumLine()];
  const child = spawn(file, [...before, ...args], { cwd, env: { ...env, STEINER_DEBUG_PORT: '0' }, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collect(child.stdout, child.stderr);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const over = ended.then(() => Promise.reject(new Error('it ended')));
  const browser = await Promise.race([connect(portFile), over]).catch((failure: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`the app did not show a window: ${output()}`, { cause: failure });
  });
  over.catch(() => {});
  return {
    pid: child.pid ?? 0,
    ended,
    output,
    windows: () => windowsOf(browser),
    release: () => browser.close(),
  };
}

/** Sees the browser's pages once the app's own is among them. A page that is met while it goes from one address to another is now and then lost to a connection for good. */
async function connect(portFile: string): Promise<Browser> {
  const found = () => (existsSync(portFile) ? /^\d+(?=\n)/.exec(readFileSync(portFile, 'utf8'))?.[0] : undefined);
  const origin = `http://127.0.0.1:${await vi.waitUntil(found, { timeout: START_LIMIT })}`;
  for (;;) {
    await vi.waitUntil(() => showsApp(origin), { timeout: START_LIMIT });
    const browser = await chromium.connectOverCDP(origin, { timeout: START_LIMIT });
    const seen = await vi.waitUntil(() => windowsOf(browser).length > 0, { timeout: SEEN_WITHIN }).catch(() => false);
    if (seen) return browser;
    await browser.close();
  }
}

/** Whether the browser itself says that one of its pages is the app's. */
async function showsApp(origin: string): Promise<boolean> {
  try {
    const targets = (await (await fetch(`${origin}/json/list`)).json()) as readonly { readonly url: string }[];
    return targets.some(({ url }) => isOwn(url));
  } catch {
    return false;
  }
}

function windowsOf(browser: Browser): readonly Page[] {
  return ownPages(browser.contexts().flatMap((context) => context.pages()));
}

async function startOnElectron(binary: string, { args, cwd, env, through }: AppStart): Promise<RunningApp> {
  const executablePath = through.length === 0 ? binary : wrapper([...through, binary], join(cwd, 'electron'));
  const app = await electron.launch({
    executablePath,
    args: [...electronArguments(), ...args],
    cwd,
    env: { ...env },
    timeout: START_LIMIT,
  });
  const child = app.process();
  const output = collect(child.stdout, child.stderr);
  const ended = child.exitCode === null ? once(child, 'exit').then(([code]) => code as number | null) : Promise.resolve(child.exitCode);
  return { pid: child.pid ?? 0, ended, output, windows: () => ownPages(app.windows()), release: async () => {} };
}

/** Those that have come to the app's page; its origin is the host's business. */
function ownPages(pages: readonly Page[]): readonly Page[] {
  return pages.filter((page) => isOwn(page.url()));
}

function isOwn(url: string): boolean {
  return url.endsWith('/index.html');
}

/** Playwright gives Electron its own arguments first, so what stands before the binary has to be a program. */
function wrapper(line: readonly string[], path: string): string {
  writeFileSync(path, `#!/bin/sh\nexec ${line.map((word) => `'${word}'`).join(' ')} "$@"\n`, { mode: 0o755 });
  return path;
}

function chromiumLine(): readonly string[] {
  return [process.execPath, join(ROOT, 'out', 'chromium-host', 'index.js')];
}

/** Electron refuses to start as root with its own sandbox on. */
function electronArguments(): readonly string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox', ROOT] : [ROOT];
}

function electronBinary(): string | undefined {
  const folder = join(ROOT, 'node_modules', 'electron');
  const name = join(folder, 'path.txt');
  if (!existsSync(name)) return undefined;
  const path = join(folder, 'dist', readFileSync(name, 'utf8').trim());
  return existsSync(path) ? path : undefined;
}

function collect(...streams: readonly (NodeJS.ReadableStream | null)[]): () => string {
  let text = '';
  for (const stream of streams) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return () => text;
}
