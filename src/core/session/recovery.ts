import type { KeptEvent, Stamped } from '../../shared/events.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import { halfTurn, type OpenCall } from './conversation.ts';

/**
 * What must be written to a log that ends inside a turn, so that it is whole again: every open call gets its one result, every open question its
 * answer, and the turn its end. Empty for a log that is whole.
 */
export function closeHalfTurn(events: readonly Stamped[]): readonly KeptEvent[] {
  const half = halfTurn(events);
  if (!half) return [];
  const last = events.at(-1)?.time ?? half.startedAt;
  return [
    ...half.approvals.map(
      (approval): KeptEvent => ({
        type: 'approval.end',
        approval,
        decision: { type: 'deny', reason: 'Steiner stopped before an answer.' },
        source: 'restart',
      }),
    ),
    ...half.calls.map(closeCall),
    {
      type: 'turn.end',
      turn: half.turn,
      stop: 'interrupted',
      message: 'Steiner stopped in the middle of this turn.',
      hint: 'Everything above is as it was. Continue to go on from here.',
      rounds: half.rounds,
      usage: NO_USAGE,
      duration: Math.max(0, last - half.startedAt),
      files: [],
    },
  ];
}

function closeCall(call: OpenCall): KeptEvent {
  const message = call.started
    ? 'Interrupted: Steiner stopped while this ran. It may have done part of its work; check before running it again.'
    : 'Not run: Steiner stopped before this call began.';
  const error = call.started ? 'interrupted' : 'not_dispatched';
  return {
    type: 'tool.end',
    call: call.id,
    name: call.name,
    text: message,
    isError: true,
    duration: 0,
    detail: { kind: 'error', error, message },
  };
}
