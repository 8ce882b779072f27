import type { Project } from '../../core/engine.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { CommandInput } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { failWith } from '../open-project.ts';

export interface ActionInput {
  readonly project: Project;
  readonly input: CommandInput;
  /** What follows the name of the action. */
  readonly words: readonly string[];
}

export type Action = (input: ActionInput) => Promise<number>;

/** The one session whose id begins with `wanted`. */
export function pickSession(sessions: readonly SessionSummary[], wanted: string | undefined): Result<SessionSummary, Problem> {
  const hint = 'List them with `steiner sessions`; the first characters of the id are enough.';
  if (wanted === undefined || wanted === '') return err({ code: 'bad_request', message: 'No session is named.', hint });
  const [found, other] = sessions.filter(({ id }) => id.startsWith(wanted));
  if (found && !other) return ok(found);
  const message = found ? `More than one session begins with ${wanted}.` : `No session begins with ${wanted}.`;
  return err({ code: found ? 'bad_request' : 'session_missing', message, hint });
}

/** What an action says: for a person, and with `--json` for a program. Both end with a line end. */
export interface Told {
  readonly text: string;
  readonly json: string;
}

export function told(text: string, data: object): Told {
  return { text, json: `${JSON.stringify(data)}\n` };
}

/** Does something with the session named first; a problem becomes the exit code. */
export async function withSession(
  { project, input, words }: ActionInput,
  use: (session: SessionSummary) => Promise<Result<Told, Problem>>,
): Promise<number> {
  const picked = pickSession(await project.listSessions(), words[0]);
  return finish(input, picked.ok ? await use(picked.value) : picked);
}

/** Prints what was done to standard output. */
export function finish(input: CommandInput, outcome: Result<Told, Problem>): number {
  if (!outcome.ok) return failWith(outcome.error, input);
  input.screen.print({ to: 'out', text: input.flags.json ? outcome.value.json : outcome.value.text });
  return EXIT.complete;
}

/** `text` or `data` once the step is done. */
export function said(step: Result<unknown, Problem>, text: string, data: object): Result<Told, Problem> {
  return step.ok ? ok(told(`${text}\n`, data)) : step;
}
