import type { KeptEvent, Stamped } from '../../shared/events.ts';
import type { ApprovalId } from '../../shared/ids.ts';
import type { StopReason } from '../../shared/session.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import { halfTurn, type OpenCall } from './conversation.ts';
import type { Publisher } from './publisher.ts';

/** How the end of a turn that was cut off reads. */
export interface CutWords {
  readonly stop: StopReason;
  readonly message: string;
  readonly hint: string;
  /** The result of a call that had begun, and of one that had not. */
  readonly begun: string;
  /** Of one that waited for a person: nothing it asked for had happened. */
  readonly waited: string;
  readonly notBegun: string;
}

export const STOPPED: CutWords = {
  stop: 'interrupted',
  message: 'Steiner stopped in the middle of this turn.',
  hint: 'Everything above is as it was. Continue to go on from here.',
  begun: 'Interrupted: Steiner stopped while this ran. It may have done part of its work; check before running it again.',
  waited:
    'Not run: Steiner stopped while this waited for the person to allow it. If it is still needed, call it again; the person is asked again.',
  notBegun: 'Not run: Steiner stopped before this call began.',
};

/**
 * What must be written to a log that ends inside a turn, so that it is whole again: every open call gets its one result, every open question its
 * answer, and the turn its end. Empty for a log that is whole.
 */
export function closeHalfTurn(events: readonly Stamped[], words = STOPPED): readonly KeptEvent[] {
  const half = halfTurn(events);
  if (!half) return openQuestions(events).map(closeQuestion);
  const last = events.at(-1)?.time ?? half.startedAt;
  return [
    ...openQuestions(events).map(closeQuestion),
    ...half.calls.map((call) => closeCall(call, words)),
    {
      type: 'turn.end',
      turn: half.turn,
      stop: words.stop,
      message: words.message,
      hint: words.hint,
      rounds: half.rounds,
      usage: NO_USAGE,
      duration: Math.max(0, last - half.startedAt),
      files: [],
    },
  ];
}

/** Also those that a background command raised after its turn. */
function openQuestions(events: readonly Stamped[]): readonly ApprovalId[] {
  const open = new Set<ApprovalId>();
  for (const { event } of events) {
    if (event.type === 'approval.start') open.add(event.approval.id);
    if (event.type === 'approval.end') open.delete(event.approval);
  }
  return [...open];
}

function closeQuestion(approval: ApprovalId): KeptEvent {
  return { type: 'approval.end', approval, decision: { type: 'deny', reason: 'Steiner stopped before an answer.' }, source: 'restart' };
}

/** The result of a call that gets no other. */
export function closeCall(call: OpenCall, words: CutWords): Extract<KeptEvent, { type: 'tool.end' }> {
  const message = call.waiting ? words.waited : call.started ? words.begun : words.notBegun;
  const error = call.started && !call.waiting ? 'interrupted' : 'not_dispatched';
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

/** Gives every open call of the running turn its result, when the turn itself no longer can. */
export async function closeCalls(publisher: Publisher): Promise<void> {
  for (const event of closeHalfTurn(await publisher.kept.turn())) if (event.type !== 'turn.end') publisher.emit(event);
  await publisher.flush();
}
