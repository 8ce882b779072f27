import { isAbsolute, join } from 'node:path';
import type { PathsConfig, SandboxConfig } from '../config/schema.ts';
import type { Environment, StatePaths } from '../lib/ports.ts';
import { filterEnvironment } from './environment.ts';
import type { GitFolders } from './git-folders.ts';
import type { SandboxPolicy } from './sandbox.ts';
import { controlSockets, openPaths, secretPaths } from './secrets.ts';

export interface PolicyInput {
  /** Real path of the tree the session works in. */
  readonly root: string;
  readonly tmp: string;
  readonly cache: string;
  readonly git: GitFolders | undefined;
  readonly config: SandboxConfig;
  readonly writablePaths: PathsConfig['writable_paths'];
  readonly environment: Environment;
  readonly own: StatePaths;
}

/** What commands of one session may touch. Pure: the paths it names need not exist. */
export function sandboxPolicy(input: PolicyInput): SandboxPolicy {
  const { root, environment, config } = input;
  const git = gitRules(input.git);
  const mounts = config.host_mounts.map((mount) => ({ ...mount, path: absoluteFrom(root, environment.home, mount.path) }));
  const wanted = [
    ...mounts.filter((mount) => mount.mode === 'rw').map((mount) => mount.path),
    ...input.writablePaths.map((path) => absoluteFrom(root, environment.home, path)),
  ];
  const agent = environment.vars.SSH_AUTH_SOCK;
  return {
    root,
    rootWritable: true,
    writable: [...wanted.filter((path) => path !== '/'), ...git.writable],
    readOnly: [...git.readOnly, join(root, '.steiner', 'worktrees')],
    sealed: git.sealed,
    forbidden: git.forbidden,
    unreadable: [...secretPaths(environment.home, input.own), ...controlSockets(environment.vars.XDG_RUNTIME_DIR)],
    readable: [
      ...openPaths(environment.home),
      ...mounts.filter((mount) => mount.mode === 'ro' && mount.path !== '/').map((mount) => mount.path),
      ...(agent !== undefined && isAbsolute(agent) ? [agent] : []),
    ],
    tmp: input.tmp,
    cache: input.cache,
    cacheTarget: join(environment.home, '.cache'),
    network: config.network,
    env: { ...cacheVariables(environment.home), ...filterEnvironment(environment.vars, config) },
  };
}

/** npm keeps its cache beside the other caches, where a command could not write; with the others it can. */
function cacheVariables(home: string): Readonly<Record<string, string>> {
  return { npm_config_cache: join(home, '.cache', 'npm') };
}

/** A configured path: absolute, from the home folder with `~/`, or from the root. */
export function absoluteFrom(root: string, home: string, path: string): string {
  if (path === '~') return home;
  if (path.startsWith('~/')) return join(home, path.slice(2));
  return isAbsolute(path) ? join(path) : join(root, path);
}

type GitRules = Pick<SandboxPolicy, 'writable' | 'readOnly' | 'sealed' | 'forbidden'>;

/**
 * Git may write what commits, rebases and stashes need. What makes git run a program stays as it is.
 *
 * A folder that is a mount of its own can not be renamed, so each one above something read-only is listed as writable: without
 * that a command could move it away and put a copy with its own hooks in its place.
 */
function gitRules(git: GitFolders | undefined): GitRules {
  if (!git) return { writable: [], readOnly: [], sealed: [], forbidden: [] };
  const { common, linked } = git;
  const repositories = [common, ...git.modules.filter((module) => module.isRepository).map((module) => module.path)];
  const redirects = repositories.map((folder) => join(folder, 'commondir'));
  return {
    writable: [common, ...git.modules.map((module) => module.path), ...(linked ? [linked.folder] : [])],
    readOnly: [
      ...repositories.flatMap((folder) => [join(folder, 'config'), join(folder, 'config.worktree')]),
      join(common, 'worktrees'),
      ...(linked ? linkedReadOnly(common, linked) : []),
      ...(git.redirected ? [join(common, 'commondir')] : []),
    ],
    sealed: repositories.map((folder) => join(folder, 'hooks')),
    forbidden: git.redirected ? redirects.slice(1) : redirects,
  };
}

/** In a linked worktree the main checkout's own state is somebody else's. */
function linkedReadOnly(common: string, linked: NonNullable<GitFolders['linked']>): readonly string[] {
  const own = ['commondir', 'gitdir', 'config.worktree'].map((name) => join(linked.folder, name));
  return [linked.pointer, ...own, join(common, 'HEAD'), join(common, 'index')];
}
