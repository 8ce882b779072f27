import { basename, dirname, join } from 'node:path';
import { isBelow } from './is-below.ts';
import type { SandboxPolicy } from './sandbox.ts';
import { within } from './within.ts';

/** What is on the host at a path now, symbolic links followed. `path` is where it really lies. */
export interface Seen {
  readonly kind: 'folder' | 'file';
  readonly path: string;
}

export type Look = (path: string) => Seen | undefined;

export interface ViewMount {
  readonly path: string;
  readonly args: readonly string[];
  /** Set on folders that hide what they cover; made read-only after everything in them is mounted. */
  readonly hides?: boolean;
}

/**
 * What a policy shows, hides and guards over what is on the host now, from the outside in, so what is said of an inner path always wins over what is said
 * of a folder around it.
 */
export function viewMounts(policy: SandboxPolicy, look: Look): readonly ViewMount[] {
  return mountsIn(policy, look).sort(outsideIn);
}

/** The arguments for them. */
export function mountArgs(mounts: readonly ViewMount[]): readonly string[] {
  return [
    ...mounts.flatMap((mount) => mount.args),
    ...mounts.filter((mount) => mount.hides).flatMap((mount) => ['--remount-ro', mount.path]),
  ];
}

/** In order of rising precedence for mounts of the same path. */
function mountsIn(policy: SandboxPolicy, look: Look): ViewMount[] {
  const rootBind = policy.rootWritable ? '--bind' : '--ro-bind';
  const cacheTarget = look(policy.cacheTarget);
  const shown = [policy.root, ...policy.writable, ...policy.readable];
  const replaced = ['/tmp', ...(cacheTarget && cacheTarget.path !== policy.cache ? [cacheTarget.path] : [])];
  const isReplaced = (path: string): boolean =>
    replaced.some((folder) => isBelow(path, folder)) && !shown.some((folder) => isBelow(path, folder));
  const hidden = policy.unreadable.flatMap((path) => hide(look(path), isReplaced));
  const writable = policy.writable.flatMap((path) => bind('--bind', path, look));
  const guards = [
    ...policy.readOnly.flatMap((path) => bind('--ro-bind', path, look)),
    ...policy.sealed.flatMap((path) => seal(path, look)),
  ];
  // What is to be guarded can be a link of the project, or lie behind one: where that leads out of what can be written there is nothing to guard, and a mount
  // there would show again what is hidden.
  const canBeWritten = within([policy.root, ...pathsOf(writable)], [...replaced, ...pathsOf(hidden)]);
  const isOpen = within([policy.root, ...pathsOf(writable)], pathsOf(guards));
  // What is missing in something read-only stays so, and bubblewrap could not make it there.
  const canBeMade = ({ path, hides }: ViewMount): boolean => !hides || isOpen(dirname(path));
  return [
    { path: '/tmp', args: ['--bind', policy.tmp, '/tmp'] },
    ...(cacheTarget ? [{ path: cacheTarget.path, args: ['--bind', policy.cache, cacheTarget.path] }] : []),
    { path: policy.root, args: [rootBind, policy.root, policy.root] },
    ...hidden,
    ...policy.readable.flatMap((path) => bind('--ro-bind', path, look)),
    ...policy.overlays.flatMap((overlay) => cover(overlay, look)),
    ...writable,
    ...guards.filter((guard) => canBeWritten(guard.path) && !isBelow(policy.root, guard.path) && canBeMade(guard)),
  ];
}

function pathsOf(mounts: readonly ViewMount[]): readonly string[] {
  return mounts.map(({ path }) => path);
}

/** All of the disk is shown already, and once more it would cover `/dev` and `/proc`. */
function bind(option: '--bind' | '--ro-bind', path: string, look: Look): ViewMount[] {
  const seen = look(path);
  return seen && seen.path !== '/' ? [{ path: seen.path, args: [option, seen.path, seen.path] }] : [];
}

function cover({ source, target }: SandboxPolicy['overlays'][number], look: Look): ViewMount[] {
  const seen = look(target);
  return seen ? [{ path: seen.path, args: ['--ro-bind', source, seen.path] }] : [];
}

function hide(seen: Seen | undefined, isReplaced: (path: string) => boolean): ViewMount[] {
  if (!seen || isReplaced(seen.path)) return [];
  if (seen.kind === 'folder') return [{ path: seen.path, args: ['--tmpfs', seen.path], hides: true }];
  return [{ path: seen.path, args: ['--ro-bind', '/dev/null', seen.path] }];
}

/** A folder that is missing is shown empty. Bubblewrap has to make it on the host for that; the session's end takes it away again. */
function seal(path: string, look: Look): ViewMount[] {
  if (look(path)) return bind('--ro-bind', path, look);
  const around = look(dirname(path));
  if (!around) return [];
  const place = join(around.path, basename(path));
  return [{ path: place, args: ['--tmpfs', place], hides: true }];
}

/** A folder comes before what is in it; the order of equal paths is kept. */
function outsideIn(a: ViewMount, b: ViewMount): number {
  const left = `${a.path}/`;
  const right = `${b.path}/`;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
