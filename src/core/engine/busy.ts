import type { Problem } from '../../shared/problem.ts';
import type { Session } from '../session/session.ts';

/** Whether a turn runs, or begins by itself when what the session waits for has ended. Once a person has stopped that, it rests. */
export function isBusy({ state, held }: Pick<Session, 'state' | 'held'>): boolean {
  return state === 'generating' || (state === 'waiting' && held === undefined);
}

/** Why something is not done to the session as it is; undefined when it rests. `then` is what can be done once it was stopped, as a clause. */
export function busyProblem(session: Session | undefined, then: string): Problem | undefined {
  if (!session || !isBusy(session)) return undefined;
  const message = session.state === 'generating' ? 'A turn of this session is running.' : 'This session waits for what it started.';
  return { code: 'session_running', message, hint: `Stop it first, then ${then}.`, safe: 'Nothing was changed.' };
}
