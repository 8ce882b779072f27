import { join, relative, sep } from 'node:path';
import type { Mode } from '../../shared/session.ts';
import { withoutEnd } from '../../shared/without-end.ts';
import type { PathsConfig } from '../config/schema.ts';
import { errnoOf } from '../lib/errno.ts';
import { absoluteFrom } from '../sandbox/absolute-from.ts';
import { blockedPaths } from '../sandbox/blocked-paths.ts';
import { isBelow, realPathOf } from './paths.ts';
import type { PathUse } from './tool.ts';

export interface PathPolicyOptions {
  /** Real path of the tree the session works in. */
  readonly root: string;
  readonly home: string;
  readonly paths: Pick<PathsConfig, 'writable_paths' | 'blocked_paths' | 'project_root_only'>;
  /** Nobody but the person reads these. */
  readonly secrets: readonly string[];
  /** Long output of earlier calls; readable. */
  readonly artifacts: string;
  /** Read-only to commands too, by the sandbox's decision for this call: what git runs by itself, such as hooks kept in the working tree. */
  readonly shut: readonly string[];
  /** Asked for at every decision: a person may switch while a turn runs. */
  readonly mode: () => Mode;
}

/** `path` is absolute, with every link followed. */
export type Verdict =
  | { readonly type: 'allowed'; readonly path: string }
  | { readonly type: 'ask'; readonly path: string; readonly reason: string }
  | { readonly type: 'refused'; readonly path: string; readonly reason: string };

/** What plan mode may write; of the project's `.steiner` all that any mode may. */
export const PLAN_FOLDERS = ['.steiner/plans', '.steiner/security'] as const;
const SYSTEM_TMP = '/tmp';
const KEPT = `Steiner keeps its own files there; only ${PLAN_FOLDERS.join(' and ')} can be written`;

/**
 * Decides on a path argument. `tmp` is the host folder that commands see as `/tmp`; without one `/tmp` is a folder like any other.
 * Links are followed before anything is decided, so a link in the project that leads out of it is outside.
 */
export async function judgePath(use: PathUse, options: PathPolicyOptions, tmp: string | undefined): Promise<Verdict> {
  const named = locate(use.path, options, tmp);
  if (named.includes('\0')) return { type: 'refused', path: named, reason: 'it holds a NUL character' };
  try {
    const real = await realPathOf(named);
    const blocked = blockedPaths(options).paths;
    if ([named, real].some((path) => blocked.some((folder) => isBelow(path, folder))))
      return { type: 'refused', path: real, reason: 'it is in `paths.blocked_paths`' };
    if (use.access === 'write' && (await isSteiners(real, options.root))) return { type: 'refused', path: real, reason: KEPT };
    return judgeReal(real, use.access, options, tmp);
  } catch (failure) {
    const errno = errnoOf(failure);
    if (errno === undefined) throw failure;
    return { type: 'refused', path: named, reason: `it cannot be reached (${errno})` };
  }
}

function locate(path: string, options: PathPolicyOptions, tmp: string | undefined): string {
  const named = expand(path, options);
  const shown = [options.root, options.artifacts, ...options.paths.writable_paths.map((folder) => expand(folder, options))];
  if (tmp === undefined || !isBelow(named, SYSTEM_TMP) || shown.some((folder) => isBelow(named, folder))) return named;
  return join(tmp, relative(SYSTEM_TMP, named));
}

/** Absolute and normal, from the home folder with `~/`, else from the root. */
function expand(path: string, { root, home }: PathPolicyOptions): string {
  const absolute = absoluteFrom(root, home, path);
  return absolute.length > 1 ? withoutEnd(absolute, '/') : absolute;
}

/** What the project's `.steiner` leads to where it is a link. */
async function isSteiners(path: string, root: string): Promise<boolean> {
  const named = join(root, '.steiner');
  const own = await realPathOf(named).catch(() => named);
  return own !== named && isBelow(path, own) && !isBelow(root, own);
}

function judgeReal(path: string, access: PathUse['access'], options: PathPolicyOptions, tmp: string | undefined): Verdict {
  const { root, home, paths } = options;
  const within = [root, options.artifacts, ...(tmp === undefined ? [] : [tmp])];
  if (options.secrets.some((secret) => isBelow(path, secret) && !within.some((own) => isBelow(own, secret) && isBelow(path, own)))) {
    return { type: 'refused', path, reason: 'it may hold keys, credentials or private data of the person' };
  }
  if (access === 'write') {
    const reason =
      refuseWrite(path, root, tmp) ??
      refuseShut(path, tmp, options.shut) ??
      (options.mode() === 'plan' ? refusePlan(path, root, tmp) : undefined);
    if (reason !== undefined) return { type: 'refused', path, reason };
  }
  const open = access === 'read' ? within : within.filter((own) => own !== options.artifacts);
  if ([...open, ...paths.writable_paths.map((folder) => expand(folder, options))].some((folder) => isBelow(path, folder)))
    return { type: 'allowed', path };
  if (access === 'read' && !paths.project_root_only) return { type: 'allowed', path };
  return { type: 'ask', path, reason: `It is outside the project ${isBelow(root, home) ? `~/${relative(home, root)}` : root}.` };
}

function refuseShut(path: string, tmp: string | undefined, shut: readonly string[]): string | undefined {
  if (tmp !== undefined && isBelow(path, tmp)) return undefined;
  return shut.some((folder) => isBelow(path, folder))
    ? 'git runs or reads it by itself, outside the sandbox; only the person changes it'
    : undefined;
}

/** `path` is real, so a plan folder that is a link to somewhere else does not count. */
function refusePlan(path: string, root: string, tmp: string | undefined): string | undefined {
  const open = [...PLAN_FOLDERS.map((folder) => join(root, folder)), ...(tmp === undefined ? [] : [tmp])];
  if (open.some((folder) => isBelow(path, folder))) return undefined;
  return `in plan mode only ${PLAN_FOLDERS.join(' and ')} can be written`;
}

function refuseWrite(path: string, root: string, tmp: string | undefined): string | undefined {
  if (path.split(sep).some((part) => part.toLowerCase() === '.git')) return 'git keeps its own files there; use git in bash';
  if (tmp !== undefined && isBelow(path, tmp)) return undefined;
  if (!isBelow(path, join(root, '.steiner')) || PLAN_FOLDERS.some((folder) => isBelow(path, join(root, folder)))) return undefined;
  return KEPT;
}
