import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { configSchema } from '../../config/schema.ts';
import { errnoOf } from '../../lib/errno.ts';
import type { Processes } from '../../lib/ports.ts';
import { createSandbox } from '../create-sandbox.ts';
import { createProcessGroup } from '../process-group.ts';
import type { Sandbox, SandboxDecision } from '../sandbox.ts';
import { removeTree } from '../session-folders.ts';
import type { ArenaName } from './case.ts';
import { furnish, type Git, guardedPaths } from './furnish.ts';
import { ALLOWED_ADDRESS, type HostTargets } from './host-targets.ts';
import { layoutOf } from './layouts.ts';
import { changedPaths, takeSnapshot } from './snapshot.ts';

/** A repository, a home folder and a sandbox over them, with everything that must stay as it is. */
export interface Arena {
  readonly root: string;
  readonly sandbox: Sandbox;
  decide(session: string): Promise<SandboxDecision>;
  variables(decision: SandboxDecision): Promise<Readonly<Record<string, string>>>;
  /** Does what the person would do next, then says what is not as it was. */
  inspect(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface ArenaOptions {
  readonly name: ArenaName;
  readonly targets: HostTargets;
  readonly processes: Processes;
}

/** Commands see an empty `/tmp`, so what is to be found or missed lies elsewhere. */
const BASE = '/var/tmp/steiner-escape-';
const NAMESPACES = ['mnt', 'pid', 'ipc', 'uts', 'user', 'cgroup', 'net'];

const CONFIGS: Readonly<Record<ArenaName, unknown>> = {
  checkout: {},
  worktree: {},
  plain: {},
  plan: {},
  offline: { network: 'off' },
  allowlist: { network: 'allowlist', allowed_hosts: ['allowed.test', '*.wild.test', 'rebind.test', ALLOWED_ADDRESS] },
  ...{ nested: {}, house: {}, apart: {}, kept: {}, bare: {}, led: {} },
  small: { network: 'off', max_processes: 64, max_file_gb: 1, max_memory_gb: 0.25 },
};
const OPENED: Readonly<Partial<Record<ArenaName, readonly string[]>>> = { plan: ['shared'], nested: ['beside'] };
/** What is killed is in the list of processes until the machine gets to it; what runs on is there after any number of looks. */
const LOOKS = 1_000;
const ADDRESSES: Readonly<Record<string, string>> = {
  'allowed.test': ALLOWED_ADDRESS,
  'a.wild.test': ALLOWED_ADDRESS,
  'rebind.test': '127.0.0.1',
};

export async function createArena(options: ArenaOptions): Promise<Arena> {
  const { name, targets, processes } = options;
  const base = await realpath(await mkdtemp(BASE));
  const root = join(base, name === 'worktree' ? 'tree' : 'project');
  const home = join(base, 'home');
  const git = (cwd: string, ...args: readonly string[]) => runGit(processes, { cwd, home }, args);
  const repository = { name, layout: layoutOf(name) };
  const servers = await furnish(base, targets, git, repository);
  const sandbox = await openSandbox(base, options);
  const guarded = guardedPaths(base, repository);
  const before = await takeSnapshot(guarded);
  return {
    root,
    sandbox,
    decide: (id) => sandbox.decide({ id, root, access: name === 'plan' ? 'read-only' : 'write' }),
    variables: (decision) => variablesOf(base, root, targets, decision),
    inspect: async () => {
      if (name !== 'plan') await actAsPerson(git, repository.layout?.visited.map((folder) => join(base, folder)) ?? [root]);
      const changed = changedPaths(before, await takeSnapshot(guarded)).map((path) => `${path.replace(`${base}/`, '')} was changed`);
      return [...changed, ...(await leftProcesses(targets))];
    },
    close: async () => {
      for (const server of servers) server.close();
      await removeTree(base);
    },
  };
}

function openSandbox(base: string, { name, processes }: ArenaOptions): Promise<Sandbox> {
  const config = configSchema.parse({
    sandbox: CONFIGS[name],
    paths: { writable_paths: (OPENED[name] ?? []).map((path) => join(base, path)) },
  });
  const vars = {
    ...(process.env.LANG ? { LANG: process.env.LANG } : {}),
    PATH: [join(base, 'project', '.venv', 'bin'), process.env.PATH ?? ''].join(delimiter),
    ...{ HOME: join(base, 'home'), XDG_RUNTIME_DIR: join(base, 'runtime'), SSH_AUTH_SOCK: join(base, 'runtime', 'agent') },
    ...Object.fromEntries(SECRET_VARIABLES.map((key) => [key, `CANARY ${key}`])),
  };
  const environment = { vars, home: join(base, 'home'), platform: process.platform };
  const state = { config: join(base, 'steiner', 'config'), state: join(base, 'steiner', 'state'), cache: join(base, 'steiner', 'cache') };
  const resolve = async (host: string) => (ADDRESSES[host] === undefined ? [] : [ADDRESSES[host]]);
  return createSandbox({
    project: join(base, 'project'),
    config: config.sandbox,
    paths: config.paths,
    environment,
    state,
    processes,
    resolve,
  });
}

const SECRET_VARIABLES = [
  ...['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'OPENAI_API_KEY', 'DATABASE_URL', 'NPM_TOKEN', 'LD_PRELOAD', 'BASH_ENV', 'PROMPT_COMMAND'],
  ...['GIT_SSH_COMMAND', 'DOCKER_HOST', 'DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY', 'TMUX', 'VSCODE_IPC_HOOK_CLI'],
];

/** Git commands that would run hooks, monitors and filters, and write through links, if a command had left any. Goes on with what waits. */
async function actAsPerson(git: Git, folders: readonly string[]): Promise<void> {
  for (const folder of folders.filter((path) => existsSync(path))) {
    await git(folder, 'status', '--short');
    await git(folder, 'rebase', '--continue');
    await git(folder, 'cherry-pick', '--continue');
    await git(folder, 'add', '--all');
    await git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'after');
  }
}

/** A git command of the person: no protection, no options. Failures are left to what `inspect` finds. */
async function runGit(
  processes: Processes,
  place: { readonly cwd: string; readonly home: string },
  args: readonly string[],
): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: place.home, GIT_CONFIG_NOSYSTEM: '1', GIT_EDITOR: 'true' };
  const started = await processes.spawn({ command: 'git', args, cwd: place.cwd, env, owner: 'escape suite', label: 'git' });
  const [stdout] = await Promise.all([text(started.stdout), text(started.stderr), started.exited]);
  return stdout;
}

async function variablesOf(
  base: string,
  root: string,
  targets: HostTargets,
  decision: SandboxDecision,
): Promise<Readonly<Record<string, string>>> {
  const namespaces = await Promise.all(NAMESPACES.map(async (name) => [`NS_${name}`, await readlink(`/proc/self/ns/${name}`)] as const));
  const owner = decision.type === 'sandboxed' ? decision.policy.networkOwner : undefined;
  return {
    BASE: base,
    PROJECT: root,
    COMMON: join(base, 'project', '.git'),
    OUT: join(base, 'outside'),
    SECRETS: join(base, 'outside'),
    NODE: process.execPath,
    VICTIM: String(targets.victim.pid),
    STEINER: String(process.pid),
    OWNER: String(owner ?? 0),
    PORT: String(targets.port),
    LAN: targets.lan,
    ALLOWED_PORT: String(targets.allowedPort),
    MARK: targets.mark,
    COUNTED: (await countsProcesses()) ? 'yes' : 'no',
    ...Object.fromEntries(namespaces),
  };
}

async function countsProcesses(): Promise<boolean> {
  if (process.getuid?.() !== 0) return true;
  const group = await createProcessGroup('probe', { processes: 16, memory: 1024 ** 3 });
  const entered = group !== undefined && group.entrances().length > 0;
  group?.remove();
  return entered;
}

/** Processes that the attempts started and that run on, and whether the victim is gone. */
async function leftProcesses({ mark, victim }: HostTargets): Promise<readonly string[]> {
  let lines = await commandLines();
  for (let look = 1; look < LOOKS && lines.some(isLeft); look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    lines = await commandLines();
  }
  function isLeft({ line }: CommandLine): boolean {
    return line.split('\0')[0] === mark;
  }
  const left = lines.filter(isLeft).map(({ pid }) => `process ${pid} outlived its command`);
  const alive = lines.some(({ pid, line }) => pid === String(victim.pid) && line.includes(`${mark}-victim`));
  return alive ? left : [...left, 'the host process was ended'];
}

interface CommandLine {
  readonly pid: string;
  readonly line: string;
}

async function commandLines(): Promise<readonly CommandLine[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map(async (pid) => ({ pid, line: await commandLine(pid) })));
}

async function commandLine(pid: string): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/cmdline`, 'latin1');
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    return '';
  }
}
