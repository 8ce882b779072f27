import type { KeptEvent, SessionEvent, Stamped } from '../../shared/events.ts';
import type { CallId, SessionId } from '../../shared/ids.ts';
import { NO_SPEND } from '../../shared/spend.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import { type ChildOrder, type ChildResult, resultOf } from './child-result.ts';
import { answerOf, completionOf, sideWorkOf } from './told.ts';

type ChildEnd = Extract<KeptEvent, { type: 'child.end' }>;

/** Gives the log of a child, undefined when there is none. */
type ReadChild = (child: SessionId) => Promise<readonly Stamped[] | undefined>;

/**
 * What must be written to the log of a parent that is opened: its children ended with it. One that was done by then, or had failed, is told by what its own log says; every other is lost,
 * and what it used until then counts.
 */
export async function lostChildren(events: readonly Stamped[], read: ReadChild): Promise<readonly KeptEvent[]> {
  const told = unfinished(events);
  return (await Promise.all(told.map(async (one) => closing(one, await read(one.order.child))))).flat();
}

/** A child of which something was not written yet. */
interface Unfinished {
  readonly order: ChildOrder;
  /** Its end was not. */
  readonly open: boolean;
  /** Its result was not, in a message of its own. */
  readonly work: boolean;
  /** Its result was not, as that of the call that waited for it. */
  readonly call: string | undefined;
}

function unfinished(events: readonly Stamped[]): readonly Unfinished[] {
  const children = new Map<SessionId, ChildOrder>();
  const ended = new Set<SessionId>();
  const works = new Set<string>();
  const begun = new Set<string>();
  const calls = new Map<CallId, string>();
  for (const { event } of events) {
    if (event.type === 'child.start') children.set(event.child, orderOf(event));
    if (event.type === 'child.end') ended.add(event.child);
    if (event.type === 'tool.start') calls.set(event.call, event.name);
    if (event.type === 'tool.end') calls.delete(event.call);
    if (event.type === 'work.start') works.add(event.work.id);
    if (event.type === 'work.start') begun.add(event.work.id);
    if (event.type === 'work.end') works.delete(event.completion.id);
    if (event.type === 'work.known') works.delete(event.work);
  }
  return [...children.values()].flatMap((order) => {
    const { id } = sideWorkOf(order);
    const call = begun.has(id) ? undefined : calls.get(order.call);
    const open = !ended.has(order.child);
    return open || works.has(id) || call !== undefined ? [{ order, open, work: works.has(id), call }] : [];
  });
}

function orderOf({ type: _, ...order }: Extract<SessionEvent, { type: 'child.start' }>): ChildOrder {
  return order;
}

function closing({ order, open, work, call }: Unfinished, log: readonly Stamped[] | undefined): readonly KeptEvent[] {
  const result = log && resultOf(order, log);
  if (!result || result.stop === 'interrupted' || result.stop === 'cancelled') return open ? [lostEnd(order.child, result)] : [];
  return [
    ...(open ? [endOf(result)] : []),
    ...(work ? [{ type: 'work.end' as const, completion: { ...completionOf(result), quiet: true } }] : []),
    ...(call === undefined ? [] : [callEnd(call, result)]),
  ];
}

function endOf({ child, stop, status, reason, rounds, usage, spend, duration }: ChildResult): ChildEnd {
  return { type: 'child.end', child, stop, status, ...(reason === undefined ? {} : { reason }), rounds, usage, spend, duration };
}

function lostEnd(child: SessionId, result: ChildResult | undefined): ChildEnd {
  const { rounds, usage, spend, duration } = result ?? NEVER_BEGAN;
  return { type: 'child.end', child, stop: 'interrupted', status: 'lost', reason: REASON, rounds, usage, spend, duration };
}

function callEnd(name: string, result: ChildResult): Extract<KeptEvent, { type: 'tool.end' }> {
  const { call, status, duration } = result;
  return { type: 'tool.end', call, name, text: answerOf(result), isError: status !== 'done' && status !== 'partial', duration };
}

const NEVER_BEGAN = { rounds: 0, usage: NO_USAGE, spend: NO_SPEND, duration: 0 };
const REASON = 'Steiner or this session was closed before it was done. Nothing goes on by itself.';
