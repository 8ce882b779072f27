import type { StopReason } from './session.ts';
import type { WorkStatus } from './side-work.ts';

/** What the end of its turn makes of a child. */
export function workStatusOf(stop: StopReason): WorkStatus {
  switch (stop) {
    case 'complete':
    case 'workflow_handoff':
      return 'done';
    case 'max_turns':
    case 'max_tokens':
      return 'partial';
    case 'cancelled':
      return 'cancelled';
    case 'interrupted':
      return 'lost';
    case 'error':
    case 'usage_limit':
      return 'failed';
  }
}
