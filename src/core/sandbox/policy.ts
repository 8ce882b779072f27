import { isAbsolute, join } from 'node:path';
import type { PathsConfig, SandboxConfig } from '../config/schema.ts';
import type { Environment, StatePaths } from '../lib/ports.ts';
import { absoluteFrom } from './absolute-from.ts';
import type { BlockedPaths } from './blocked-paths.ts';
import { filterEnvironment, withoutProxies } from './environment.ts';
import { elsewhereOf, gitRules } from './git-rules.ts';
import { isBelow } from './is-below.ts';
import { everywhere, type Mount } from './mounts.ts';
import type { Repositories } from './repositories.ts';
import type { SandboxLimits, SandboxPolicy } from './sandbox.ts';
import { controlSockets, NETWORK_SOCKETS, openPaths, secretPaths } from './secrets.ts';
import type { RepositoryWatch } from './settle-repositories.ts';
import type { KeptLink } from './stray-links.ts';

export interface PolicyInput {
  /** Real path of the tree the session works in. */
  readonly root: string;
  readonly access: 'write' | 'read-only';
  /** Of the tree's `.steiner`, the folders that stay writable; known to be real. */
  readonly notes: readonly string[];
  /** The tree's `.steiner`, where it is a link. */
  readonly steinerLink?: KeptLink | undefined;
  readonly tmp: string;
  readonly cache: string;
  readonly repositories: Repositories;
  /** Default: nothing is looked at after commands. */
  readonly watch?: RepositoryWatch;
  readonly overlays: SandboxPolicy['overlays'];
  readonly mounts: readonly Mount[];
  readonly config: SandboxConfig;
  readonly writablePaths: PathsConfig['writable_paths'];
  /** Default: nothing. */
  readonly blocked?: BlockedPaths;
  /** Whether commands may give orders to Docker, which runs them with all rights of the machine. Default false. */
  readonly docker?: boolean | undefined;
  readonly environment: Environment;
  /** What `hiddenPaths` gives for these settings: the same before each command. */
  readonly hidden: readonly string[];
}

export interface Hidden extends Pick<PolicyInput, 'config' | 'docker' | 'environment'> {
  readonly own: StatePaths;
}

const GIGABYTE = 1024 ** 3;

/** Keys, credentials, the product's own secrets, and sockets through which something could be done outside. They need not exist. */
export function hiddenPaths({ config, docker, environment, own }: Hidden): readonly string[] {
  const { home, vars } = environment;
  const sockets = controlSockets(home, vars.XDG_RUNTIME_DIR, docker ?? false);
  return [...secretPaths(environment, own), ...sockets, ...(config.network === 'host' ? [] : NETWORK_SOCKETS)];
}

/** What commands of one session may touch. Pure: the paths it names need not exist. */
export function sandboxPolicy(input: PolicyInput): SandboxPolicy {
  const { root, environment, config, blocked = { paths: [], links: [], around: [] } } = input;
  const { home, vars } = environment;
  const opened = openedPaths(input);
  const reach = input.watch?.reach ?? [root, ...opened];
  const steiner = join(root, '.steiner');
  const git = gitRules(input.repositories, reach, { open: input.notes, closed: [steiner, ...input.hidden] });
  const gitElsewhere = elsewhereOf(input.repositories, reach);
  const mounts = config.host_mounts.map((mount) => ({ ...mount, path: absoluteFrom(root, home, mount.path) }));
  const agent = vars.SSH_AUTH_SOCK;
  const policy: SandboxPolicy = {
    root,
    rootWritable: true,
    writable: [...opened, ...git.writable, ...input.notes],
    readOnly: [...git.readOnly, steiner],
    sealed: git.sealed,
    forbidden: git.forbidden,
    absent: git.absent,
    links: input.steinerLink ? [...git.links, input.steinerLink] : git.links,
    linkFree: git.linkFree,
    ...(input.watch && { watch: input.watch }),
    ...(gitElsewhere === undefined ? {} : { gitElsewhere }),
    unreadable: everywhere(blocked.paths.length === 0 ? input.hidden : [...input.hidden, ...named(blocked)], input.mounts),
    readable: [
      ...openPaths(home),
      ...mounts.filter((mount) => mount.mode === 'ro' && mount.path !== '/').map((mount) => mount.path),
      ...(agent !== undefined && isAbsolute(agent) ? [agent] : []),
    ],
    tmp: input.tmp,
    cache: config.bind_host_cache ? join(home, '.cache') : input.cache,
    cacheTarget: join(home, '.cache'),
    overlays: input.overlays,
    network: config.network,
    limits: limitsOf(config),
    env: policyEnvironment(input),
  };
  const guarded = blocked.paths.length === 0 ? policy : blockedPolicy(policy, blocked);
  return input.access === 'write'
    ? guarded
    : readOnlyPolicy(
        guarded,
        guarded.writable.filter((path) => input.notes.includes(path)),
      );
}

function limitsOf({ max_processes: processes, max_file_gb: file, max_memory_gb: memory }: SandboxConfig): SandboxLimits {
  const limits = { processes, fileBytes: file * GIGABYTE };
  return memory === undefined ? limits : { ...limits, memoryBytes: Math.floor(memory * GIGABYTE) };
}

/**
 * What is blocked is hidden, and nothing in it is shown again. The folders around it, up to the root, cannot be moved away then, as those above git's config cannot,
 * and a link that is blocked is put back after each command.
 */
function blockedPolicy(policy: SandboxPolicy, { paths, links, around }: BlockedPaths): SandboxPolicy {
  const open = (path: string) => !paths.some((blocked) => isBelow(path, blocked));
  return {
    ...policy,
    writable: [...new Set([...policy.writable, ...around])].filter(open),
    readable: policy.readable.filter(open),
    readOnly: policy.readOnly.filter(open),
    sealed: policy.sealed.filter(open),
    links: [...policy.links, ...links.filter(({ path }) => isBelow(path, policy.root))],
  };
}

/** Where links among them lead is among them too, and over a link nothing can be mounted. */
function named({ paths, links }: BlockedPaths): readonly string[] {
  return paths.filter((path) => !links.some((link) => link.path === path));
}

/** Nothing but the notes, `/tmp` and the private cache can be written, so nothing needs to be guarded, and git takes no locks. */
function readOnlyPolicy(policy: SandboxPolicy, notes: readonly string[]): SandboxPolicy {
  const { watch: _, ...rest } = policy;
  const guards = { readOnly: [], sealed: [], forbidden: [], absent: [], links: [], linkFree: [] };
  return { ...rest, ...guards, rootWritable: false, writable: notes, env: { ...policy.env, GIT_OPTIONAL_LOCKS: '0' } };
}

/** What the person opened for writing beside the root. */
export function openedPaths({
  root,
  environment,
  config,
  writablePaths,
}: Pick<PolicyInput, 'root' | 'environment' | 'config' | 'writablePaths'>): readonly string[] {
  const mounts = config.host_mounts.filter((mount) => mount.mode === 'rw').map((mount) => mount.path);
  return [...mounts, ...writablePaths].map((path) => absoluteFrom(root, environment.home, path)).filter((path) => path !== '/');
}

/** npm keeps its cache beside the other caches, where a command could not write; with the others it can. */
function policyEnvironment({ environment: { home, vars }, config, docker }: PolicyInput): Readonly<Record<string, string>> {
  const engine = docker && vars.DOCKER_HOST !== undefined ? { DOCKER_HOST: vars.DOCKER_HOST } : {};
  const kept = { ...filterEnvironment(vars, config), ...engine };
  return { npm_config_cache: join(home, '.cache', 'npm'), ...(config.network === 'host' ? kept : withoutProxies(kept)) };
}
