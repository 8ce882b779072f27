import type { ResultItem } from '../../../shared/fold-types.ts';
import type { WorkKind, WorkStatus } from '../../../shared/side-work.ts';
import { CHILD_STATES } from './child-words.ts';

export const KIND_WORDS: Readonly<Record<WorkKind, string>> = { command: 'Background command', child: 'Child' };

const COMMAND_STATES: Readonly<Record<WorkStatus, string>> = {
  done: 'done',
  failed: 'failed',
  partial: 'stopped at a limit',
  cancelled: 'ended',
  lost: 'ended with the session',
};

/** A child is called here what its card calls it. */
export function statusWords({ completion: { kind, status } }: ResultItem): string {
  return kind === 'child' ? CHILD_STATES[status] : COMMAND_STATES[status];
}

export function resultWords(item: ResultItem): string {
  const { kind, title } = item.completion;
  return `${KIND_WORDS[kind]} ${statusWords(item)}: ${title}`;
}
