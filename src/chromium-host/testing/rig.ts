import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { vi } from 'vitest';

type Noted = readonly [name: string, detail?: unknown];

interface Told {
  readonly id?: number;
  readonly ready?: boolean;
  readonly event?: Noted;
  readonly value?: unknown;
  readonly error?: string;
}

/** What a function run in the fixture's main process is given. */
export interface MainContext {
  readonly electron: typeof import('electron');
  readonly required: typeof import('electron');
  readonly events: readonly Noted[];
  readonly windows: import('electron').BrowserWindow[];
  open(options?: import('electron').BrowserWindowConstructorOptions): Promise<import('electron').BrowserWindow>;
}

/** What the fixture's preload puts into the page, and what its page script keeps there. */
interface FixturePage {
  readonly fixture: {
    invoke(channel: string, ...args: unknown[]): Promise<unknown>;
    send(channel: string, ...args: unknown[]): void;
    listen(channel: string, listener: (...args: unknown[]) => void): () => void;
    invokeFunction(): Promise<unknown>;
    readonly nested: { readonly list: readonly [number, { twice(n: number): number }] };
  };
  readonly seenAtStart: string;
  readonly inlineRan?: boolean;
  readonly violations: readonly string[];
  heard: unknown[];
  stop(): void;
}

declare global {
  interface Window extends FixturePage {}
}

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const FIXTURE = fileURLToPath(new URL('./fixtures/app', import.meta.url));

/** The host, built from the sources as they are, with the fixture as its app. */
export interface BuiltHost {
  readonly root: string;
  remove(): void;
}

export async function buildHost(): Promise<BuiltHost> {
  const root = mkdtempSync(join(tmpdir(), 'steiner-host-'));
  await promisify(execFile)(process.execPath, [join(REPOSITORY, 'scripts', 'build-chromium-host.mjs'), join(root, 'out', 'chromium-host')]);
  cpSync(FIXTURE, root, { recursive: true });
  return { root, remove: () => removeFolder(root) };
}

export interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly data?: string;
}

/** One run of the fixture on a real, headless browser. */
export class FixtureApp {
  readonly child: ChildProcess;
  readonly data: string;
  /** Resolves when it is gone, and all that it said and wrote was taken in. */
  readonly exited: Promise<number | null>;
  readonly noted: Noted[] = [];
  readonly #waiting = new Map<number, (told: Told) => void>();
  readonly #watchers = new Set<() => void>();
  #ready = false;
  #over = false;
  #last = 0;
  #browser: Browser | undefined;
  /** What it wrote to its standard error. */
  complaints = '';

  constructor(host: BuiltHost, { args = [], env = {}, data }: StartOptions = {}) {
    this.data = data ?? mkdtempSync(join(tmpdir(), 'steiner-data-'));
    this.child = fork(join(host.root, 'out', 'chromium-host', 'index.js'), [...args], {
      env: { ...process.env, STEINER_HEADLESS: '1', STEINER_DEBUG_PORT: '0', FIXTURE_DATA: this.data, ...env },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.child.stdout?.resume();
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaints += text;
    });
    this.exited = once(this.child, 'close').then(([code]) => code as number | null);
    void this.exited.then(() => {
      this.#over = true;
      this.#changed();
    });
    this.child.on('message', (told: Told) => this.#take(told));
  }

  async ready(): Promise<this> {
    await this.until(() => this.#ready);
    return this;
  }

  /** Waits for something noted; fails when the app ends before. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.#over) throw new Error(`the app ended\n${this.complaints}`);
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  noticed(name: string): readonly unknown[] {
    return this.noted.filter(([one]) => one === name).map(([, detail]) => detail);
  }

  /** Runs a self-contained function in the fixture's main process. */
  async main<T>(run: (context: MainContext) => T | Promise<T>): Promise<T> {
    const id = ++this.#last;
    const told = new Promise<Told>((resolve) => this.#waiting.set(id, resolve));
    this.child.send({ id, source: String(run) });
    const { value, error } = await told;
    if (error !== undefined) throw new Error(error);
    return value as T;
  }

  /** The first page, driven from outside over the debugging port. */
  async page(): Promise<Page> {
    const port = readFileSync(join(this.data, 'chromium', 'DevToolsActivePort'), 'utf8').split('\n')[0];
    this.#browser ??= await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const page = this.#browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('no page');
    return page;
  }

  /** Pids of every process whose command line names this run's profile. */
  browserProcesses(): number[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids
      .filter((pid) => commandLine(pid).includes(this.data))
      .map(Number)
      .filter((pid) => pid !== this.child.pid);
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    this.child.kill('SIGTERM');
    await this.exited;
    await vi.waitUntil(() => this.browserProcesses().length === 0, { timeout: 30_000 });
    removeFolder(this.data);
  }

  #take(told: Told): void {
    if (told.ready) this.#ready = true;
    if (told.event) this.noted.push(told.event);
    if (told.id !== undefined) this.#waiting.get(told.id)?.(told);
    this.#changed();
  }

  #changed(): void {
    for (const resolve of this.#watchers) resolve();
    this.#watchers.clear();
  }
}

/** A thread of a killed browser may make one more file after its process has no command line any more. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
