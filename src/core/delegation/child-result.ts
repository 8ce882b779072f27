import type { SessionEvent, Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { CallId, SessionId } from '../../shared/ids.ts';
import { plainText } from '../../shared/messages.ts';
import type { StopReason } from '../../shared/session.ts';
import type { WorkStatus } from '../../shared/side-work.ts';
import { NO_SPEND, type Spend, totalSpend } from '../../shared/spend.ts';
import { NO_USAGE, type Usage } from '../../shared/usage.ts';
import { workStatusOf } from '../../shared/work-status.ts';

/** A child as its parent knows it. */
export interface ChildOrder {
  readonly child: SessionId;
  readonly call: CallId;
  readonly agent: string;
  readonly task: string;
  readonly group?: string | undefined;
}

export interface ChildResult extends ChildOrder {
  /** `partial` is not done: a limit or the time came first. `lost` was cut off with Steiner. */
  readonly status: WorkStatus;
  /** Why it is anything but done. */
  readonly reason?: string;
  /** The last thing it said, as it said it. */
  readonly output: string;
  readonly stop: StopReason;
  readonly rounds: number;
  readonly usage: Usage;
  readonly spend: Spend;
  /** Milliseconds. */
  readonly duration: number;
}

/** Why somebody ended a child before it was done. */
export type EndedBy = { readonly by: 'person' | 'parent' | 'close' } | { readonly by: 'time'; readonly seconds: number };

const ADVICE =
  'Other children may use other accounts. Start a new one for this if it is still needed; when that meets a limit as well, stop delegating and tell the user.';

/** What came of a child, read off its own log. A log without the end of its turn was cut off. */
export function resultOf(order: ChildOrder, events: readonly Stamped[], ended?: EndedBy): ChildResult {
  const end = lastEnd(events);
  const stop = end?.stop ?? 'interrupted';
  const reason = reasonOf({ stop, end, events, ended });
  const { usage, spent } = fold(emptyView(), events);
  return {
    ...order,
    status: stop === 'cancelled' && ended?.by === 'time' ? 'partial' : workStatusOf(stop),
    ...(reason === undefined ? {} : { reason }),
    output: lastWords(events),
    stop,
    rounds: events.filter(({ event }) => event.type === 'message.end' && event.message.role === 'assistant').length,
    usage,
    spend: totalSpend(spent),
    duration: Math.max(0, (events.at(-1)?.time ?? 0) - (events[0]?.time ?? 0)),
  };
}

/** What came of a child that never had a session. */
export function notStarted(order: ChildOrder, status: 'cancelled' | 'failed', reason: string): ChildResult {
  const stop = status === 'failed' ? 'error' : 'cancelled';
  return { ...order, status, reason, output: '', stop, rounds: 0, usage: NO_USAGE, spend: NO_SPEND, duration: 0 };
}

type TurnEnd = Extract<SessionEvent, { type: 'turn.end' }>;

function lastEnd(events: readonly Stamped[]): TurnEnd | undefined {
  const last = events.findLast(({ event }) => event.type === 'turn.start' || event.type === 'turn.end')?.event;
  return last?.type === 'turn.end' ? last : undefined;
}

function lastWords(events: readonly Stamped[]): string {
  for (const { event } of events.toReversed()) {
    if (event.type !== 'message.end' || event.message.role !== 'assistant') continue;
    const text = plainText(event.message);
    if (text.trim() !== '') return text;
  }
  return '';
}

interface Ending {
  readonly stop: StopReason;
  readonly end: TurnEnd | undefined;
  readonly events: readonly Stamped[];
  readonly ended: EndedBy | undefined;
}

function reasonOf({ stop, end, events, ended }: Ending): string | undefined {
  const said = end?.message ?? 'It gave no reason.';
  switch (stop) {
    case 'complete':
    case 'workflow_handoff':
      return undefined;
    case 'max_turns':
    case 'max_tokens':
      return `${said} Take what it did as not done.`;
    case 'cancelled':
      return cancelled(ended, events.filter(({ event }) => event.type === 'tool.end').length);
    case 'interrupted':
      return 'Steiner ended while it ran. What it had said until then follows; nothing goes on by itself.';
    case 'error':
      return said;
    case 'usage_limit':
      return `${said} ${ADVICE}`;
  }
}

function cancelled(ended: EndedBy | undefined, calls: number): string {
  const after = `after ${calls} tool ${calls === 1 ? 'call' : 'calls'}`;
  if (ended?.by === 'time') return `Its time of ${ended.seconds} s was over ${after}. Take what it did as not done.`;
  if (ended?.by === 'person') return `The user stopped it ${after}.`;
  if (ended?.by === 'close') return `Its session was closed ${after}.`;
  return `It was stopped with the turn that waited for it, ${after}.`;
}
