import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Config, configSchema } from '../config/schema.ts';
import { createNodePorts } from '../lib/node-ports.ts';
import type { Ports } from '../lib/ports.ts';
import { createSandbox, type SandboxOptions } from '../sandbox/create-sandbox.ts';
import { type Sandbox, SHELL } from '../sandbox/sandbox.ts';

/** Not in `/tmp`, which commands see as an empty folder: what is hidden there would prove nothing. */
const BASE = '/var/tmp/steiner-rig-';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A repository and a home folder with the real sandbox over them. Paths are absolute and real. */
export interface SandboxRig {
  readonly base: string;
  readonly project: string;
  readonly home: string;
  readonly ports: Ports;
  readonly config: Config;
  readonly sandbox: Sandbox;
  /** Writes a file; relative paths count from `base`. */
  write(path: string, content: string | Buffer): Promise<string>;
  git(cwd: string, ...args: readonly string[]): string;
  /** Runs a shell command as the session of that id would, by default in the project. */
  run(command: string, options?: RunOptions): Promise<CommandResult>;
  close(): Promise<void>;
}

export interface RunOptions {
  readonly id?: string;
  readonly root?: string;
  /** `new` in a process of its own, `started` by the session's starter, `prepared` in a sandbox that stood ready. Default `new`. */
  readonly way?: 'new' | 'started' | 'prepared';
}

export interface SandboxRigOptions {
  /** As in a configuration file. */
  readonly config?: unknown;
  readonly vars?: Readonly<Record<string, string>>;
  /** False makes the project a plain folder. */
  readonly git?: boolean;
  /** With `network: allowlist`: addresses by name. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
  /** With `network: allowlist`: decides on hosts that are on no list. */
  readonly askHost?: SandboxOptions['askHost'];
}

export async function createSandboxRig(options: SandboxRigOptions = {}): Promise<SandboxRig> {
  const base = await realpath(await mkdtemp(BASE));
  const project = join(base, 'project');
  const home = join(base, 'home');
  await Promise.all([mkdir(project), mkdir(join(home, '.cache'), { recursive: true })]);
  if (options.git !== false) git(project, 'init', '--quiet', '--initial-branch', 'main');
  const vars = {
    PATH: process.env.PATH,
    HOME: home,
    STEINER_HOME: join(base, 'steiner'),
    XDG_RUNTIME_DIR: join(base, 'runtime'),
    ...options.vars,
  };
  const ports = await createNodePorts({ vars });
  const config = configSchema.parse(options.config ?? {});
  const { environment, processes, paths: state } = ports;
  const resolve = async (host: string) => options.hosts?.[host] ?? [];
  const { askHost } = options;
  const fixed = { project, config: config.sandbox, paths: config.paths, environment, state, processes, resolve };
  const sandbox = await createSandbox({ ...fixed, ...(askHost && { askHost }) });
  return {
    ...{ base, project, home, ports, config, sandbox, git },
    write: async (path, content) => {
      const absolute = path.startsWith('/') ? path : join(base, path);
      await mkdir(dirname(absolute), { recursive: true });
      await writeFile(absolute, content);
      return absolute;
    },
    run: async (command, { id = 'session', root = project, way = 'new' } = {}) => {
      const decision = await sandbox.decide({ id, root });
      const place = { cwd: root, owner: id, label: 'test' };
      if (way === 'prepared') sandbox.prepare(decision, place);
      const child =
        way === 'new'
          ? await processes.spawn(sandbox.wrap(decision, { ...place, argv: [...SHELL, command] }))
          : await sandbox.start(decision, { ...place, text: command });
      const [stdout, stderr, exit] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
      return { code: exit.code, stdout, stderr };
    },
    close: async () => {
      await processes.close();
      await rm(base, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function git(cwd: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid', '-c', 'maintenance.auto=false'];
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  return execFileSync('git', [...identity, ...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
}
