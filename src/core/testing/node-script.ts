import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { build } from 'vite';

/** A program of its own process, for tests of what happens between processes and when one is killed. */
export interface NodeScript {
  /** The bundle. */
  readonly path: string;
  start(...args: readonly string[]): RunningScript;
}

export interface RunningScript {
  readonly pid: number;
  /** Its output, line by line; ends with the process. */
  readonly lines: Interface;
  /** Resolves when the process is gone and its output was read. */
  readonly exited: Promise<void>;
  kill(): void;
}

/** Bundles a TypeScript file so that plain Node can run it. `folder` takes the bundle, and goes with the test. */
export async function bundleNodeScript(entry: string, folder: string): Promise<NodeScript> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: entry, outDir: folder, minify: false, rolldownOptions: { output: { entryFileNames: 'script.mjs' } } },
    ssr: { noExternal: true },
  });
  const path = join(folder, 'script.mjs');
  return { path, start: (...args) => startScript(path, args) };
}

function startScript(path: string, args: readonly string[]): RunningScript {
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  return {
    pid: pidOf(child),
    lines: createInterface({ input: child.stdout }),
    exited: once(child, 'close').then(() => undefined),
    kill: () => child.kill('SIGKILL'),
  };
}

function pidOf(child: ChildProcessByStdio<null, Readable, null>): number {
  if (child.pid === undefined) throw new Error('the script could not be started');
  return child.pid;
}
