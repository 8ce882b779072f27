import type { ResultItem } from '../../../shared/fold-types.ts';
import type { WorkKind, WorkStatus } from '../../../shared/side-work.ts';

export const KIND_WORDS: Readonly<Record<WorkKind, string>> = { command: 'Background command', child: 'Child' };

export const STATUS_WORDS: Readonly<Record<WorkStatus, string>> = {
  done: 'done',
  failed: 'failed',
  partial: 'stopped at a limit',
  cancelled: 'ended',
  lost: 'ended with the session',
};

export function resultWords({ completion: { kind, title, status } }: ResultItem): string {
  return `${KIND_WORDS[kind]} ${STATUS_WORDS[status]}: ${title}`;
}
