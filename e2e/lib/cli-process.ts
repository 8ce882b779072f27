import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTempWorkspace, type Files, type TempWorkspace } from '../../src/core/testing/temp-workspace.ts';
import { startAtTerminal, type TerminalProcess } from './terminal-process.ts';

const CLI = fileURLToPath(new URL('../../out/cli/index.js', import.meta.url));

export interface CliOutcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CliProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when standard output has shown the text. Rejects when the process ends first. */
  shown(text: string): Promise<void>;
  /** Resolves with the first whole line of standard error that fits. Rejects when the process ends first. */
  complained(fits: RegExp): Promise<string>;
  readonly ended: Promise<CliOutcome>;
}

/** A project and a home folder for the built command line. */
export interface CliRig {
  readonly workspace: TempWorkspace;
  /** Writes the user's configuration. */
  configure(yaml: string): Promise<void>;
  start(...args: readonly string[]): CliProcess;
  /** At a terminal, with a person. */
  atTerminal(...args: readonly string[]): Promise<TerminalProcess>;
  run(...args: readonly string[]): Promise<CliOutcome>;
}

export async function createCliRig(files: Files = { 'a.txt': 'old\n' }, vars: Readonly<Record<string, string>> = {}): Promise<CliRig> {
  const workspace = await createTempWorkspace({ files });
  const folder = join(workspace.home, 'config');
  const env = { ...environmentOf(workspace), ...vars };
  await mkdir(folder, { recursive: true });
  const start = (...args: readonly string[]) => startCli(args, workspace.path, env);
  return {
    workspace,
    configure: (yaml) => writeFile(join(folder, 'config.yaml'), yaml),
    start,
    atTerminal: (...args) => startAtTerminal([process.execPath, CLI, ...args], { cwd: workspace.path, env }),
    run: (...args) => start(...args).ended,
  };
}

/** The built command line on a project and home folder that are there. */
export function startCliIn(workspace: TempWorkspace, ...args: readonly string[]): CliProcess {
  return startCli(args, workspace.path, environmentOf(workspace));
}

function environmentOf({ home }: TempWorkspace): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home, STEINER_HOME: home, LANG: 'C.UTF-8' };
}

/** One model at that address, as the default. */
export function oneModel(url: string): string {
  return [
    `providers: { script: { type: openai_compat, base_url: "${url}", api_key: none } }`,
    'models:',
    '  definitions: { scripted: { provider: script, id: scripted, retry: { enabled: false } } }',
    '  profiles: { default: { default_model: scripted } }',
    '',
  ].join('\n');
}

function startCli(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): CliProcess {
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env, stdio: 'pipe' });
  child.stdin.end();
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  const until = async (stream: NodeJS.ReadableStream, found: () => string | undefined, wanted: string) => {
    for (let over = false; ; over = await Promise.race([once(stream, 'data').then(() => false), ended.then(() => true)])) {
      const text = found();
      if (text !== undefined) return text;
      if (over) throw new Error(`the command line ended without "${wanted}": ${err}`);
    }
  };
  const shown = async (text: string) => void (await until(child.stdout, () => (out.includes(text) ? text : undefined), text));
  const lines = () => err.split('\n').slice(0, -1);
  const complained = (fits: RegExp) => until(child.stderr, () => lines().find((line) => fits.test(line)), String(fits));
  return { child, shown, complained, ended };
}
