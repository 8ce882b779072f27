import type { KeptEvent } from '../../shared/events.ts';
import type { TurnId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { sentence } from '../../shared/sentence.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import type { Logger } from '../lib/ports.ts';
import type { TurnOutcome } from '../turn/turn.ts';

/** A turn that could not begin. */
export function failedOutcome(problem: Problem): TurnOutcome {
  return { stop: 'error', problem, rounds: 0, usage: NO_USAGE, files: [] };
}

export function endEvent(turn: TurnId, outcome: TurnOutcome, duration: number): KeptEvent {
  const { stop, problem, note, rounds, usage, files } = outcome;
  const said = note ?? (problem && { message: problemText(problem), hint: problem.hint });
  const pause = stop === 'usage_limit' && problem?.resetsAt !== undefined ? { resumesAt: problem.resetsAt } : {};
  return { type: 'turn.end', turn, stop, ...said, ...pause, rounds, usage, duration, files: [...files] };
}

function problemText(problem: Problem): string {
  return [problem.message, problem.detail, problem.safe].flatMap((part) => (part === undefined ? [] : [sentence(part)])).join(' ');
}

/** A turn that a bug ended. */
export const CRASHED: Problem = {
  code: 'internal',
  message: 'The turn failed because of a fault in Steiner.',
  hint: 'Continue to go on; if it happens again, report it with the log file.',
  safe: 'Everything above is kept.',
};

/** What the model is told when a person continues a turn that stopped. */
export const CONTINUE = 'Go on from where you stopped. Check what was already done before repeating anything.';

export const RUNNING: Problem = { code: 'bad_request', message: 'A turn is already running.', hint: 'Wait for it, or stop it first.' };

export const WAITING: Problem = {
  code: 'bad_request',
  message: 'The session waits for what it started.',
  hint: 'Wait for it, or stop it first.',
};

export function reportBug(logger: Logger, what: string, bug: unknown): void {
  logger.log('error', what, { error: String(bug), stack: bug instanceof Error ? bug.stack : undefined });
}
