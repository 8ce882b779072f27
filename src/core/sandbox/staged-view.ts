import { FULL, LIFE, masksOf, NAMESPACES, namespacesOf, SHARED_MEMORY } from './bubblewrap.ts';
import type { HostTraits } from './host-traits.ts';
import { isBelow } from './is-below.ts';
import type { SandboxPolicy } from './sandbox.ts';
import { type Look, mountArgs, viewMounts } from './view-mounts.ts';

/**
 * What commands under a policy see, in two parts: a stage with all mounts, in which a starter runs, and what a sandbox makes for itself when it takes those over. For each
 * mount that it makes bubblewrap reads the host's whole table, so to take over many costs less than to make one.
 */
export interface StagedView {
  /** Arguments for the stage. */
  readonly stage: readonly string[];
  /** Arguments for each sandbox that is made in it. */
  readonly view: readonly string[];
}

/** Devices stay devices. What a command could reach another one through is new: processes and shared memory. Terminals are those of the stage. */
const TAKEN_OVER = ['--dev-bind', '/', '/', '--proc', '/proc'];
/** Who is root can make no user namespace with a root in it without that right. */
const MAPS_ROOT = ['--cap-add', 'CAP_SETFCAP'];

/**
 * Nothing where the mounts would lie in what each sandbox makes anew, or cover the `program` that makes it.
 *
 * Pseudo terminals are those of the stage, so no two commands may run in one at a time.
 */
export function stagedView(policy: SandboxPolicy, look: Look, { program, traits }: StageOptions): StagedView | undefined {
  const mounts = viewMounts(policy, look);
  if (mounts.some(({ path }) => isBelow(path, '/dev') || isBelow(path, '/proc') || isBelow(program, path))) return undefined;
  return {
    stage: [...stageOf(traits), ...mountArgs(mounts), ...FULL],
    view: [...namespacesOf(policy), ...TAKEN_OVER, ...SHARED_MEMORY, ...masksOf(traits)],
  };
}

export interface StageOptions {
  /** Bubblewrap. */
  readonly program: string;
  readonly traits: HostTraits;
}

/** The smallest sandbox in the smallest stage, for the probe, to be followed by a command. */
export function stageProbe(program: string, traits: HostTraits): readonly string[] {
  return [...stageOf(traits), ...FULL, '--', program, ...NAMESPACES, '--share-net', ...LIFE, ...TAKEN_OVER, ...SHARED_MEMORY, '--'];
}

/** Processes are those of the host, since a starter tells their numbers and bubblewrap writes to its own. No command sees that `/proc`. */
function stageOf({ isRoot }: HostTraits): readonly string[] {
  const life = ['--unshare-user', '--die-with-parent', '--cap-drop', 'ALL', ...(isRoot ? MAPS_ROOT : [])];
  return [...life, '--ro-bind', '/', '/', '--dev', '/dev', '--bind', '/proc', '/proc'];
}
