import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { Script } from '../../src/core/testing/model-script.ts';
import { type ModelServer, startModelServer } from '../../src/core/testing/model-server.ts';
import { createTempWorkspace, type Files, type TempWorkspace } from '../../src/core/testing/temp-workspace.ts';
import { oneModel } from './cli-process.ts';
import { type AppStart, type RunningApp, startAgain, startApp } from './host.ts';
import { endAll, processesNaming } from './processes.ts';

export interface WindowRigOptions {
  readonly script?: Script;
  readonly files?: Files;
  readonly git?: boolean;
  /** The whole user configuration; by default one model at the scripted server. */
  readonly config?: (url: string) => string;
  /** What the model server lists; by default one model. */
  readonly models?: readonly string[];
  /** A command line that the app's own is put behind. */
  readonly through?: readonly string[];
  /** Further variables of the app's environment. */
  readonly vars?: Readonly<Record<string, string>>;
}

/** The built app with a project, a home folder and a model server of its own. */
export interface WindowRig {
  readonly workspace: TempWorkspace;
  readonly server: ModelServer;
  /** Holds project, home and temporary files; every process of the app names it. */
  readonly base: string;
  readonly app: RunningApp;
  /** Starts the app, by default on the project, and waits for its first window. */
  open(...args: readonly string[]): Promise<Page>;
  /** Starts the app on the welcome screen. */
  openEmpty(): Promise<Page>;
  /** Starts it a second time beside the running one. Resolves with that process's exit code. */
  again(...args: readonly string[]): Promise<number | null>;
  window(index: number): Promise<Page>;
  /** Closes every window and waits for the app to end. Resolves with its exit code. */
  quit(): Promise<number | null>;
  /** Ends everything that was started, whatever happened before. */
  close(): Promise<void>;
}

const WINDOW_LIMIT = 60_000;

/** How long one thing may take to show on a machine that is busy with something else; only a test that fails waits for it. */
const STEP_LIMIT = 30_000;

export async function createWindowRig(options: WindowRigOptions = {}): Promise<WindowRig> {
  const workspace = await createTempWorkspace({ git: options.git ?? true, files: options.files ?? { 'readme.txt': 'hello\n' } });
  const server = await startModelServer(options.script ?? [], options.models ? { models: options.models } : {});
  const base = dirname(workspace.path);
  await mkdir(join(workspace.home, 'config'), { recursive: true });
  await mkdir(join(base, 'tmp'));
  await writeFile(join(workspace.home, 'config', 'config.yaml'), (options.config ?? oneModel)(server.url));
  return rigAround({ workspace, server, base, through: options.through ?? [], vars: options.vars ?? {} });
}

interface Parts {
  readonly workspace: TempWorkspace;
  readonly server: ModelServer;
  readonly base: string;
  readonly through: readonly string[];
  readonly vars: Readonly<Record<string, string>>;
}

function rigAround({ workspace, server, base, through, vars }: Parts): WindowRig {
  let app: RunningApp | undefined;
  const started = (): RunningApp => {
    if (app === undefined) throw new Error('the app was not started');
    return app;
  };
  const fixed = { cwd: base, env: { ...environment(workspace, base), ...vars }, userData: join(workspace.home, 'state', 'app'), through };
  const line = (args: readonly string[]): AppStart => ({ ...fixed, args });
  const window = (index: number) => windowOf(started(), index);
  const launch = async (args: readonly string[]): Promise<Page> => {
    app = await startApp(line(args));
    return window(0);
  };
  return {
    workspace,
    server,
    base,
    get app() {
      return started();
    },
    open: (...args) => launch(args.length === 0 ? [workspace.path] : args),
    openEmpty: () => launch([]),
    again: (...args) => startAgain(line(args)),
    window,
    quit: async () => {
      for (const page of started().windows()) await page.close();
      return started().ended;
    },
    close: async () => {
      await endNaming(base);
      await app?.ended;
      await app?.release();
      await server.close();
      await workspace.remove();
    },
  };
}

async function windowOf(app: RunningApp, index: number): Promise<Page> {
  const shown = vi.waitUntil(() => app.windows()[index], { timeout: WINDOW_LIMIT });
  const page = await Promise.race([shown, app.ended.then(() => fail(app))]);
  page.setDefaultTimeout(STEP_LIMIT);
  await page.waitForLoadState();
  return page;
}

/** Ends all of it, also what one that is being ended has just started. */
async function endNaming(text: string): Promise<void> {
  await vi.waitUntil(
    () => {
      const left = processesNaming(text);
      endAll(left);
      return left.length === 0;
    },
    { timeout: STEP_LIMIT },
  );
}

function fail(app: RunningApp): never {
  throw new Error(`the app ended without a window: ${app.output()}`);
}

/** Of this process's environment only what a window needs; everything of a user lies below `base`. */
function environment({ home }: TempWorkspace, base: string): Record<string, string> {
  const names = ['PATH', 'DISPLAY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR', 'STEINER_CHROMIUM'];
  const kept = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), HOME: home, STEINER_HOME: home, TMPDIR: join(base, 'tmp'), LANG: 'C.UTF-8' };
}
