import type { Rewind } from '../../shared/fold-types.ts';
import { type SessionId, type TurnId, turnIdSchema } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { RewindPlan } from '../../shared/rewind.ts';
import type { Checkpoints } from '../git/checkpoints.ts';
import type { LeafEvent } from '../session/leaf.ts';
import type { Session } from '../session/session.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { RewindJournal } from './rewind-journal.ts';
import { checkpointFailed, type Goal, toldRestore } from './told-restore.ts';

export interface RewindChoice {
  readonly turn: TurnId;
  readonly files: boolean;
  readonly chat: boolean;
}

/** Going back to before a turn, and forward again. */
export interface Rewinds {
  /** What would happen to the files. */
  plan(session: SessionId, turn: TurnId): Promise<Result<RewindPlan, Problem>>;
  /** Everything or nothing. The files as they are now are kept first. Refused while any session of the project is busy. */
  rewind(session: SessionId, choice: RewindChoice): Promise<Result<null, Problem>>;
  /** Takes back the last rewind, of chat, files or both, as it was. */
  redo(session: SessionId): Promise<Result<null, Problem>>;
}

export interface RewindsOptions {
  readonly live: LiveSessions;
  /** Undefined where the project is in no git repository. */
  readonly checkpoints: Checkpoints | undefined;
  readonly journal: RewindJournal;
}

/** See `Rewinds`. */
export function createRewinds({ live, checkpoints, journal }: RewindsOptions): Rewinds {
  async function idleSession(id: SessionId): Promise<Result<Session, Problem>> {
    if (live.busy) return err(BUSY);
    const session = await live.session(id);
    return session.ok && session.value.broken ? err(session.value.broken) : session;
  }

  function restore(session: Session, goal: Goal): Promise<Result<null, Problem>> {
    if (!checkpoints) return Promise.resolve(err(NO_REPOSITORY));
    const { id, kept } = session;
    const tell = async (event: LeafEvent): Promise<Result<null, Problem>> => {
      const moved = await session.moveLeaf(event);
      return session.broken ? err(session.broken) : moved;
    };
    return toldRestore({ checkpoints, journal }, { id, events: kept.trace.count, tell }, goal);
  }

  return {
    plan: async (session, turn) => {
      if (!checkpoints) return ok({ files: 'no_repository', changes: [], left: [] });
      try {
        const tree = await checkpoints.before(session, turn);
        if (tree === undefined) return ok({ files: 'missing', changes: [], left: [] });
        const { files, left } = await checkpoints.plan(tree);
        return ok({ files: 'kept', changes: files.map(({ path, change }) => ({ path, change })), left });
      } catch (failure) {
        return err(checkpointFailed(failure));
      }
    },
    rewind: async (id, { turn, files, chat }) => {
      const session = await idleSession(id);
      if (!session.ok) return session;
      if (session.value.kept.transcript.starts.findLastIndex((start) => start.turn === turn) === -1) return err(NO_TURN);
      if (!files) return session.value.moveLeaf({ type: 'session.rewind', turn, chat });
      const tree = await checkpoints?.before(id, turn);
      if (tree === undefined) return err(checkpoints ? NO_CHECKPOINT : NO_REPOSITORY);
      return restore(session.value, { turn, tree, says: (before) => ({ type: 'session.rewind', turn, chat, files: before }) });
    },
    redo: async (id) => {
      const session = await idleSession(id);
      if (!session.ok) return session;
      const last: Rewind | undefined = session.value.kept.transcript.view.rewinds.at(-1);
      if (!last) return err(NOTHING_TO_REDO);
      const redo: LeafEvent = { type: 'session.redo' };
      if (last.files === undefined) return session.value.moveLeaf(redo);
      return restore(session.value, { turn: turnIdSchema.parse(last.turn), tree: last.files, says: () => redo });
    },
  };
}

const UNCHANGED = 'Nothing was changed.';
const BUSY: Problem = {
  code: 'session_running',
  message: 'A session of this project is at work, or waits for what it started.',
  hint: 'Wait for it or stop it, then go back.',
  safe: UNCHANGED,
};
const NO_TURN: Problem = {
  code: 'bad_request',
  message: 'That turn is not in this session.',
  hint: 'Choose another one.',
  safe: UNCHANGED,
};
const NO_REPOSITORY: Problem = {
  code: 'checkpoint_missing',
  message: 'The files of this project are not kept, because it is not in a git repository.',
  hint: 'Go back in the conversation only, or make the folder a repository with `git init`.',
  safe: UNCHANGED,
};
const NO_CHECKPOINT: Problem = {
  code: 'checkpoint_missing',
  message: 'The files before this turn were not kept, or are no longer.',
  hint: 'Go back in the conversation only, or choose a later turn.',
  safe: UNCHANGED,
};
const NOTHING_TO_REDO: Problem = {
  code: 'bad_request',
  message: 'There is nothing to redo.',
  hint: 'A new turn ends what can be redone.',
  safe: UNCHANGED,
};
