import type { SessionId, TurnId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, type Result } from '../../shared/result.ts';
import type { Checkpoints, RestoreStep } from '../git/checkpoints.ts';
import type { LeafEvent } from '../session/leaf.ts';
import type { RewindJournal } from './rewind-journal.ts';

/** What a rewind needs of a session. */
export interface RewoundSession {
  readonly id: SessionId;
  /** How many events its log holds. */
  readonly events: number;
  /** Has the log say it. A problem means that it does not. */
  tell(event: LeafEvent): Promise<Result<null, Problem>>;
}

/** What the files become, on behalf of a turn. */
export interface Goal {
  readonly turn: TurnId;
  readonly tree: string;
  /** What the log says of it. `before` is the tree of the files as they were. */
  readonly says: (before: string) => LeafEvent;
}

export interface RestoreParts {
  readonly checkpoints: Checkpoints;
  readonly journal: RewindJournal;
}

/** Changes the files and has the log tell of it: both or neither. What is cut off in between, the next start takes back. */
export async function toldRestore(
  { checkpoints, journal }: RestoreParts,
  session: RewoundSession,
  { turn, tree, says }: Goal,
): Promise<Result<null, Problem>> {
  const { id, events } = session;
  let begun: { readonly step: RestoreStep; readonly done: () => Promise<void> } | undefined;
  const takeBack = async (): Promise<void> => {
    if (begun) await checkpoints.undo(begun.step);
    await begun?.done();
  };
  try {
    const step = await checkpoints
      .restore(id, turn, tree, async (about) => {
        begun = { step: about, done: await journal.begin({ session: id, events, step: about }) };
      })
      .catch((failure: unknown) => takeBack().then(() => Promise.reject(failure)));
    const told = await session.tell(says(step.present));
    await (told.ok ? begun?.done() : takeBack());
    return told;
  } catch (failure) {
    return err(checkpointFailed(failure));
  }
}

export function checkpointFailed(failure: unknown): Problem {
  return {
    code: 'checkpoint_failed',
    message: 'The files before this turn could not be read or brought back.',
    hint: 'See what git says, then try again.',
    safe: 'Nothing is lost: files are only replaced once they are kept in a checkpoint.',
    detail: failure instanceof Error ? failure.message : String(failure),
  };
}
