import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { CleanReport } from '../../shared/retention.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { RetentionConfig } from '../config/schema.ts';
import type { Checkpoints } from '../git/checkpoints.ts';
import type { Clock } from '../lib/ports.ts';
import type { SessionStore } from '../store/session-log.ts';

export interface RetentionOptions {
  readonly project: string;
  readonly rules: RetentionConfig;
  readonly store: SessionStore;
  readonly checkpoints: Checkpoints | undefined;
  /** Whether this process has the session open. */
  readonly isOpen: (id: SessionId) => boolean;
  readonly clock: Clock;
}

export type Clean = (options: { readonly dryRun: boolean }) => Promise<Result<CleanReport, Problem>>;

/**
 * Cleans up after a project as its settings say. Never touched are sessions that are pinned, or open in any process, and their checkpoints. A session
 * goes to the trash first; what nobody names any more goes last.
 */
export function createRetention(options: RetentionOptions): Clean {
  return async ({ dryRun }) => {
    const plan = await planOf(options);
    const done = dryRun ? plan : await carryOut(options, plan);
    const checkpoints = await pruneCheckpoints(options, done, dryRun);
    const unused = await options.store.unusedBlobs();
    if (!unused.ok) return unused;
    const blobs = dryRun
      ? ok({ count: unused.value.paths.length, bytes: unused.value.bytes })
      : await options.store.removeBlobs(unused.value);
    if (!blobs.ok) return err(blobs.error);
    const rules = Object.values(options.rules).filter((rule) => rule !== undefined).length;
    return ok({ dryRun, ...done, checkpoints, blobs: blobs.value, rules });
  };
}

interface Plan {
  readonly toTrash: readonly SessionSummary[];
  readonly deleted: readonly SessionSummary[];
}

async function planOf({ project, rules, store, isOpen, clock }: RetentionOptions): Promise<Plan> {
  const [listed, trashed] = await Promise.all([store.list(project), store.trashed(project)]);
  const isOlder = (time: number | undefined, age: number | undefined) =>
    age !== undefined && time !== undefined && time <= clock.now() - age;
  const free = ({ id, pinned, readOnly }: SessionSummary) => pinned !== true && !readOnly && !isOpen(id);
  return {
    toTrash: listed.filter((session) => free(session) && isOlder(session.updatedAt, rules.sessions)),
    deleted: trashed.filter(({ pinned, trashedAt }) => pinned !== true && isOlder(trashedAt, rules.trash)),
  };
}

/** What was pinned or opened since the plan was made is left alone. */
async function carryOut({ project, store, isOpen }: RetentionOptions, plan: Plan): Promise<Plan> {
  const toTrash: SessionSummary[] = [];
  const deleted: SessionSummary[] = [];
  for (const session of plan.toTrash) {
    if (isOpen(session.id)) continue;
    if ((await store.trash(project, session.id, { unlessPinned: true })).ok) toTrash.push(session);
  }
  for (const session of plan.deleted) if ((await store.deleteTrashed(project, session.id)).ok) deleted.push(session);
  return { toTrash, deleted };
}

/** Those of sessions that are gone, and old ones of sessions that are known here, not pinned and not open. */
async function pruneCheckpoints(options: RetentionOptions, { deleted }: Plan, dryRun: boolean): Promise<number> {
  const { project, rules, store, checkpoints, isOpen, clock } = options;
  if (!checkpoints || (rules.checkpoints === undefined && deleted.length === 0)) return 0;
  const gone = new Set(deleted.map(({ id }) => id as string));
  const known = [...(await store.list(project)), ...(await store.trashed(project))];
  const free = new Set(
    known.filter(({ id, pinned, readOnly }) => pinned !== true && !readOnly && !isOpen(id)).map(({ id }) => id as string),
  );
  const before = rules.checkpoints === undefined ? 0 : clock.now() - rules.checkpoints;
  return checkpoints.prune(({ session, time }) => gone.has(session) || (free.has(session) && time < before), dryRun);
}
