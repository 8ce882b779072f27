import { dirname } from 'node:path';
import { MARK } from '../lib/process-remains.ts';
import type { HostTraits } from './host-traits.ts';
import { isBelow } from './is-below.ts';
import { limitedCommand, outerLimits, waitingCommand } from './limits.ts';
import type { SandboxedCommand, SandboxPolicy } from './sandbox.ts';

/** What is on the host at a path now, symbolic links followed. `path` is where it really lies. */
export interface Seen {
  readonly kind: 'folder' | 'file';
  readonly path: string;
}

export type Look = (path: string) => Seen | undefined;

interface Mount {
  readonly path: string;
  readonly args: readonly string[];
  /** Set on folders that hide what they cover; made read-only after everything in them is mounted. */
  readonly hides?: boolean;
}

const NAMESPACES = ['--unshare-all'];
/**
 * Without the capabilities no mount can be undone from inside, also not when the program runs as root. What runs inside is not marked: the sandbox is,
 * and everything in it ends with that.
 */
const LIFE = ['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--unsetenv', MARK];
const SYSTEM = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
/** Shared memory is bounded, and nothing else of `/dev` can be filled. */
const SHARED_MEMORY = ['--perms', '1777', '--size', String(1024 ** 3), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'];

/** The smallest sandbox, for the probe: needs everything from the kernel that a real one needs. */
export const PROBE_ARGS: readonly string[] = [
  ...NAMESPACES,
  '--share-net',
  ...LIFE,
  ...SYSTEM,
  ...SHARED_MEMORY,
  '--tmpfs',
  '/tmp',
  '--',
  'true',
];

export interface BubblewrapCommand extends Pick<SandboxedCommand, 'argv' | 'cwd'> {
  /** Descriptor from which bubblewrap reads a filter of system calls. */
  readonly filter?: number;
  readonly traits?: HostTraits;
  /** For a starter, which is under `limitsOutside` and has closed what leaked. */
  readonly waits?: Waits;
}

export interface Waits {
  /** The descriptor to which bubblewrap tells how it goes. */
  readonly reports: number;
  /** The command's last argument is not known yet: from where it is read. */
  readonly text?: number;
  /** The last argument is to be added, and the command is bash: from where it reads its first steps. */
  readonly steps?: number;
}

/** Steps of a shell outside the sandbox that put it, and so all that it starts, under the limits that can be set there. */
export function limitsOutside(policy: SandboxPolicy, traits: HostTraits): string {
  return outerLimits(limitsOf(policy, traits));
}

/**
 * What every command under that policy sees, in namespaces of its own. Pure: the same policy over the same files gives the same view.
 *
 * Mounts go from the outside in, so what is said of an inner path always wins over what is said of a folder around it.
 */
export function sandboxView(policy: SandboxPolicy, look: Look, traits?: HostTraits): readonly string[] {
  const mounts = mountsOf(policy, look).sort(outsideIn);
  return [
    ...NAMESPACES,
    ...(policy.network === 'off' ? [] : ['--share-net']),
    ...LIFE,
    ...SYSTEM,
    ...SHARED_MEMORY,
    ...(traits?.masks ?? []).flatMap((path) => ['--ro-bind', path, path]),
    ...mounts.flatMap((mount) => mount.args),
    ...mounts.filter((mount) => mount.hides).flatMap((mount) => ['--remount-ro', mount.path]),
  ];
}

/** Arguments for bubblewrap: one command in that view. With a network that is not the host's own it is to be started in that network. */
export function argsIn(view: readonly string[], policy: SandboxPolicy, command: BubblewrapCommand): readonly string[] {
  return [
    ...view,
    ...(command.filter === undefined ? [] : ['--seccomp', String(command.filter)]),
    ...(command.waits ? ['--json-status-fd', String(command.waits.reports)] : []),
    ...(command.waits?.steps === undefined ? [] : ['--setenv', 'BASH_ENV', `/proc/self/fd/${command.waits.steps}`]),
    '--chdir',
    inside(policy, command.cwd),
    '--',
    ...startOf(policy, command),
  ];
}

/** Where commands see a host folder: the session's tmp is their `/tmp`. */
function inside({ tmp }: SandboxPolicy, folder: string): string {
  return isBelow(folder, tmp) ? `/tmp${folder.slice(tmp.length)}` : folder;
}

function startOf(policy: SandboxPolicy, { argv, waits, traits }: BubblewrapCommand): readonly string[] {
  if (waits?.steps !== undefined) return argv;
  const limits = limitsOf(policy, traits);
  return waits?.text === undefined ? limitedCommand(limits, argv, traits?.leaked) : waitingCommand(limits, argv, waits.text);
}

function limitsOf(policy: SandboxPolicy, traits: HostTraits | undefined): SandboxPolicy['limits'] {
  const { memoryBytes, ...counted } = policy.limits;
  return memoryBytes === undefined || traits?.boundsMemory ? counted : { ...counted, memoryBytes };
}

/** In order of rising precedence for mounts of the same path. */
function mountsOf(policy: SandboxPolicy, look: Look): Mount[] {
  const rootBind = policy.rootWritable ? '--bind' : '--ro-bind';
  const cacheTarget = look(policy.cacheTarget);
  const shown = [policy.root, ...policy.writable, ...policy.readable];
  const replaced = ['/tmp', ...(cacheTarget && cacheTarget.path !== policy.cache ? [cacheTarget.path] : [])];
  const isReplaced = (path: string): boolean =>
    replaced.some((folder) => isBelow(path, folder)) && !shown.some((folder) => isBelow(path, folder));
  return [
    { path: '/tmp', args: ['--bind', policy.tmp, '/tmp'] },
    ...(cacheTarget ? [{ path: cacheTarget.path, args: ['--bind', policy.cache, cacheTarget.path] }] : []),
    { path: policy.root, args: [rootBind, policy.root, policy.root] },
    ...policy.unreadable.flatMap((path) => hide(look(path), isReplaced)),
    ...policy.readable.flatMap((path) => bind('--ro-bind', path, look)),
    ...policy.overlays.flatMap((overlay) => cover(overlay, look)),
    ...policy.writable.flatMap((path) => bind('--bind', path, look)),
    ...policy.readOnly.flatMap((path) => bind('--ro-bind', path, look)),
    ...policy.sealed.flatMap((path) => seal(path, look)),
  ];
}

function bind(option: '--bind' | '--ro-bind', path: string, look: Look): Mount[] {
  const seen = look(path);
  return seen ? [{ path: seen.path, args: [option, seen.path, seen.path] }] : [];
}

function cover({ source, target }: SandboxPolicy['overlays'][number], look: Look): Mount[] {
  const seen = look(target);
  return seen ? [{ path: seen.path, args: ['--ro-bind', source, seen.path] }] : [];
}

function hide(seen: Seen | undefined, isReplaced: (path: string) => boolean): Mount[] {
  if (!seen || isReplaced(seen.path)) return [];
  if (seen.kind === 'folder') return [{ path: seen.path, args: ['--tmpfs', seen.path], hides: true }];
  return [{ path: seen.path, args: ['--ro-bind', '/dev/null', seen.path] }];
}

/** A folder that is missing is shown empty. Bubblewrap has to make it on the host for that; the session's end takes it away again. */
function seal(path: string, look: Look): Mount[] {
  if (look(path)) return bind('--ro-bind', path, look);
  return look(dirname(path)) ? [{ path, args: ['--tmpfs', path], hides: true }] : [];
}

/** A folder comes before what is in it; the order of equal paths is kept. */
function outsideIn(a: Mount, b: Mount): number {
  const left = `${a.path}/`;
  const right = `${b.path}/`;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
