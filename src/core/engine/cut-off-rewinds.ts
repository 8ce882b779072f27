import type { KeptEvent } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Checkpoints } from '../git/checkpoints.ts';
import type { Logger } from '../lib/ports.ts';
import type { SessionStore } from '../store/session-log.ts';
import type { CutOffRewind, RewindJournal } from './rewind-journal.ts';

export interface CutOffParts {
  readonly project: string;
  readonly journal: RewindJournal;
  readonly checkpoints: Pick<Checkpoints, 'undo' | 'finish'>;
  readonly store: Pick<SessionStore, 'read'>;
  readonly logger: Logger;
}

/** Rewinds that an earlier process began and did not end. */
export class CutOffRewinds {
  readonly #parts: CutOffParts;
  readonly #told = new Map<SessionId, KeptEvent>();

  constructor(parts: CutOffParts) {
    this.#parts = parts;
  }

  /**
   * Takes back those that no log tells of, since nothing of them counts; of the others removes what they left behind. Never rejects: what does not work now is tried at
   * the next start.
   */
  end(): Promise<void> {
    return this.#parts.journal.cutOff((rewind) => this.#end(rewind));
  }

  /** What a session that is opened has to be told, once. */
  tell(session: SessionId): readonly KeptEvent[] {
    const event = this.#told.get(session);
    this.#told.delete(session);
    return event ? [event] : [];
  }

  async #end(rewind: CutOffRewind): Promise<void> {
    const { checkpoints, logger } = this.#parts;
    const { session, step, done } = rewind;
    try {
      if (await this.#counts(rewind)) await checkpoints.finish(step);
      else this.#told.set(session, takenBack(await checkpoints.undo(step), step.present));
      await done();
    } catch (failure) {
      this.#told.set(session, stuck(step.aside));
      logger.log('error', 'a rewind that was cut off could not be taken back', { session, aside: step.aside, error: String(failure) });
    }
  }

  /** Whether the log tells of it. */
  async #counts({ session, events }: CutOffRewind): Promise<boolean> {
    const log = await this.#parts.store.read(this.#parts.project, session);
    return log.ok && log.value.events.slice(events).some(({ event }) => event.type === 'session.rewind' || event.type === 'session.redo');
  }
}

/** `tree` holds the files from before. */
function takenBack(others: readonly string[], tree: string): KeptEvent {
  const [first = ''] = others;
  const names = others.length > 1 ? `${first} and ${others.length - 1} more` : first;
  const rest =
    others.length === 0 ? '' : `, but for ${names}: changed since, and left so. What was there before is kept in git, as the tree ${tree}`;
  return {
    type: 'notice',
    level: 'warning',
    code: 'problem',
    message: `Steiner ended while it was going back. The files are as they were before that${rest}.`,
    hint: 'Go back again if you still want to.',
  };
}

function stuck(aside: string): KeptEvent {
  return {
    type: 'notice',
    level: 'error',
    code: 'problem',
    message: `Steiner ended while it was going back, and the files could not all be brought back yet. Those that are missing are kept in git and in ${aside}.`,
    hint: 'Close the project and open it again: it is tried once more. The log of Steiner says what failed.',
  };
}
