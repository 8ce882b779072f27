import { MARK } from '../lib/process-remains.ts';
import type { HostTraits } from './host-traits.ts';
import { isBelow } from './is-below.ts';
import { limitedCommand, outerLimits, waitingCommand } from './limits.ts';
import type { SandboxedCommand, SandboxPolicy } from './sandbox.ts';
import { type Look, mountArgs, viewMounts } from './view-mounts.ts';

export const NAMESPACES = ['--unshare-all'];
/**
 * Without the capabilities no mount can be undone from inside, also not when the program runs as root. What runs inside is not marked: the sandbox is,
 * and everything in it ends with that.
 */
export const LIFE = ['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--unsetenv', MARK];
const SYSTEM = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
/** Shared memory is bounded. */
export const SHARED_MEMORY = ['--perms', '1777', '--size', String(1024 ** 3), '--tmpfs', '/dev/shm'];
/** Nothing else of `/dev` can be filled. */
export const FULL = ['--remount-ro', '/dev'];

/** The smallest sandbox, for the probe, to be followed by a command: needs everything from the kernel that a real one needs. */
export const PROBE_ARGS: readonly string[] = [
  ...NAMESPACES,
  '--share-net',
  ...LIFE,
  ...SYSTEM,
  ...SHARED_MEMORY,
  ...FULL,
  '--tmpfs',
  '/tmp',
  '--',
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
  /** The command's last argument is not known yet: from where it is read, and by which shell. */
  readonly text?: { readonly from: number; readonly bash: string };
  /** The last argument is to be added, and the command is bash: from where it reads its first steps. */
  readonly steps?: number;
}

/** Steps of a shell outside the sandbox that put it, and so all that it starts, under the limits that can be set there. */
export function limitsOutside(policy: SandboxPolicy, traits: HostTraits): string {
  return outerLimits(limitsOf(policy, traits));
}

/** What every command under that policy sees, in namespaces of its own. Pure: the same policy over the same files gives the same view. */
export function sandboxView(policy: SandboxPolicy, look: Look, traits?: HostTraits): readonly string[] {
  return [...namespacesOf(policy), ...SYSTEM, ...SHARED_MEMORY, ...FULL, ...masksOf(traits), ...mountArgs(viewMounts(policy, look))];
}

export function namespacesOf({ network }: SandboxPolicy): readonly string[] {
  return [...NAMESPACES, ...(network === 'off' ? [] : ['--share-net']), ...LIFE];
}

export function masksOf(traits: HostTraits | undefined): readonly string[] {
  return (traits?.masks ?? []).flatMap((path) => ['--ro-bind', path, path]);
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
