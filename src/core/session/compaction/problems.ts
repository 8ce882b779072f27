import type { Problem } from '../../../shared/problem.ts';
import type { Budget } from '../../prompt/budget.ts';

const SAFE = 'Nothing was changed; every message is kept.';

export function nothingToCompact(tokens: number, { window }: Budget): Problem {
  return {
    code: 'context_full',
    message: `There is nothing to compact: the newest rounds stay as they are (${figures(tokens, window)}).`,
    hint: 'Go on; compacting helps once the conversation is longer.',
    safe: SAFE,
  };
}

export function stillTooLarge(tokens: number, budget: Budget): Problem {
  return {
    code: 'context_full',
    message: `The conversation does not fit the model even after compaction: ${limits(tokens, budget)}.`,
    hint: 'Switch to a model with a larger context window, unpin messages, or start a new session with what is still to be done.',
    safe: SAFE,
  };
}

export function mustStayTooLarge(tokens: number, budget: Budget): Problem {
  return {
    code: 'context_full',
    message: `What has to stay in the conversation is already too large for the model: ${limits(tokens, budget)}.`,
    hint: 'Switch to a model with a larger context window, or unpin messages. Long files are better read in ranges.',
    safe: SAFE,
  };
}

function limits(tokens: number, { window, limit, threshold }: Budget): string {
  const parts = [figures(tokens, window)];
  if (limit !== undefined) parts.push(`at most ${exact(limit)} leave room for the answer`);
  if (threshold !== undefined) parts.push(`compaction begins at ${exact(threshold)}`);
  return parts.join(', ');
}

function figures(tokens: number, window: number | undefined): string {
  if (window === undefined) return `${exact(tokens)} tokens`;
  return `${exact(tokens)} of ${exact(window)} tokens, ${Math.round((100 * tokens) / window)} %`;
}

function exact(tokens: number): string {
  return tokens.toLocaleString('en');
}
