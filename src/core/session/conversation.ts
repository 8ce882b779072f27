import type { Approval } from '../../shared/approvals.ts';
import type { Attachment } from '../../shared/attachments.ts';
import type { Stamped } from '../../shared/events.ts';
import type { CallId } from '../../shared/ids.ts';
import { toolCalls, type UserMessage } from '../../shared/messages.ts';

export interface OpenCall {
  readonly id: CallId;
  readonly name: string;
  /** Whether the log says that it began. */
  readonly started: boolean;
  /** Whether it waited for a person: then nothing it asked for had happened. One that waits for a host runs. */
  readonly waiting: boolean;
}

/** What a log that ends in the middle of a turn leaves open. */
export interface HalfTurn {
  readonly turn: Extract<Stamped['event'], { type: 'turn.start' }>['turn'];
  readonly startedAt: number;
  /** Where it begins in the log. */
  readonly from: number;
  readonly rounds: number;
  readonly calls: readonly OpenCall[];
  /** Questions without an answer. */
  readonly approvals: readonly Approval[];
}

/** The turn that began and never ended, or nothing when the last turn is whole. */
export function halfTurn(events: readonly Stamped[]): HalfTurn | undefined {
  const begin = events.findLastIndex(({ event }) => event.type === 'turn.start' || event.type === 'turn.end');
  const start = events[begin];
  if (start?.event.type !== 'turn.start') return undefined;
  const calls = new Map<CallId, Omit<OpenCall, 'waiting'>>();
  const approvals = new Map<string, Approval>();
  let rounds = 0;
  for (const { event } of events.slice(begin)) {
    if (event.type === 'message.end' && event.message.role === 'assistant') {
      rounds += 1;
      for (const call of toolCalls(event.message)) calls.set(call.id, { id: call.id, name: call.name, started: false });
    }
    if (event.type === 'tool.start') calls.set(event.call, { id: event.call, name: event.name, started: true });
    if (event.type === 'tool.end') calls.delete(event.call);
    if (event.type === 'approval.start') approvals.set(event.approval.id, event.approval);
    if (event.type === 'approval.end') approvals.delete(event.approval);
  }
  const asked = new Set([...approvals.values()].flatMap(({ kind, callId }) => (kind === 'network' ? [] : [callId])));
  const open = [...calls.values()].map((call) => ({ ...call, waiting: asked.has(call.id) }));
  return { turn: start.event.turn, startedAt: start.time, from: begin, rounds, calls: open, approvals: [...approvals.values()] };
}

/** First prompt, white space collapsed, at most 80 characters; without text what came along. */
export function titleOf(message: UserMessage): string {
  const text = (message.text.trim() || nameOf(message.attachments?.[0])).replace(/\s+/g, ' ').trim();
  const characters = [...text];
  return characters.length <= 80 ? text : `${characters.slice(0, 79).join('')}…`;
}

function nameOf(attachment: Attachment | undefined): string {
  if (!attachment) return 'New session';
  return 'name' in attachment ? attachment.name : attachment.path;
}
