import { type Envelope, isLive, type KeptEvent, type SessionEvent, type Stamped } from '../../shared/events.ts';
import { turnSpentAfter } from '../../shared/fold-spend.ts';
import type { Problem } from '../../shared/problem.ts';
import { totalSpend } from '../../shared/spend.ts';
import { PiledText } from '../lib/piled-text.ts';
import type { Clock } from '../lib/ports.ts';
import type { SessionLog } from '../store/session-log.ts';
import type { Kept, KeptEnd } from './kept.ts';

export interface Publisher {
  /** In the order of the calls: a kept event is shown once it is on disk, a live one once everything before it is shown. */
  readonly emit: (event: SessionEvent) => void;
  /** The log ends here, as if the program had: what is emitted from now on is neither kept nor shown. */
  cut(): void;
  /** Resolves when everything emitted so far is shown. */
  flush(): Promise<void>;
  /** The newest kept events and what they go on from, then what is still being written; with the number of the last event shown. */
  snapshot(): Shown;
  readonly kept: Kept;
}

export interface Shown extends KeptEnd {
  readonly seq: number;
}

export interface PublisherOptions {
  readonly log: SessionLog;
  /** What the log holds. */
  readonly kept: Kept;
  readonly clock: Clock;
  readonly show: (envelope: Envelope) => void;
  /** Called once, when the log can no longer be written. After that only live events, the failure and the turn's end are shown. */
  readonly failed: (problem: Problem) => void;
}

export function createPublisher(options: PublisherOptions): Publisher {
  const { log, kept } = options;
  let open: readonly OpenEvent[] = [];
  let seq = 0;
  let pending = 0;
  let broken = false;
  let isCut = false;
  let spent = kept.transcript.view.turnSpent;
  let tail: Promise<void> = Promise.resolve();

  function show(stamped: Stamped): void {
    seq += 1;
    open = stillOpen(open, stamped);
    options.show({ session: log.id, seq, time: stamped.time, event: stamped.event });
  }

  async function keep(event: SessionEvent, appended: ReturnType<SessionLog['append']>): Promise<void> {
    const result = await appended;
    if (result.ok) {
      kept.add(result.value);
      show(result.value);
      return;
    }
    if (!broken) fail(result.error);
    broken = true;
    if (event.type === 'turn.end') show({ time: options.clock.now(), event });
  }

  /** The person must learn of it although it cannot be written down. */
  function fail(problem: Problem): void {
    const { message, hint } = problem;
    options.failed(problem);
    show({ time: options.clock.now(), event: { type: 'notice', level: 'error', code: 'log_write_failed', message, hint } });
  }

  function later(step: () => Promise<void> | void): void {
    pending += 1;
    tail = tail.then(step).finally(() => {
      pending -= 1;
    });
  }

  /** A turn's end says what was asked and paid since its start, whoever wrote it. */
  function counted(event: KeptEvent): KeptEvent {
    spent = turnSpentAfter(spent, event);
    return event.type === 'turn.end' && totalSpend(spent).requests > 0 ? { ...event, spent } : event;
  }

  function emit(event: SessionEvent): void {
    if (isCut) return;
    if (!isLive(event)) {
      const full = counted(event);
      const appended = log.append(full);
      later(() => keep(full, appended));
      return;
    }
    const stamped = { time: options.clock.now(), event };
    if (pending === 0) show(stamped);
    else later(() => show(stamped));
  }

  const cut = () => {
    isCut = true;
  };
  const snapshot = (): Shown => {
    const { events, ...base } = kept.end();
    return { ...base, events: [...events, ...open.map(soFar)], seq };
  };
  return { emit, cut, kept, snapshot, flush: () => tail };
}

/** A live event that the next kept event has not replaced yet. */
interface OpenEvent extends Stamped {
  /** What it and those that went on from it say. */
  readonly said?: PiledText;
}

function soFar({ time, event, said }: OpenEvent): Stamped {
  return { time, event: said && says(event) ? { ...event, text: said.text } : event };
}

function stillOpen(open: readonly OpenEvent[], { time, event }: Stamped): readonly OpenEvent[] {
  switch (event.type) {
    case 'compaction.start':
      return [...open.filter((other) => other.event.type !== 'compaction.start'), { time, event }];
    case 'compaction.end':
    case 'compaction.fail':
      return open.filter((other) => other.event.type !== 'compaction.start');
    case 'child.update':
      return [...open.filter((other) => !isOf(other.event, event.child)), { time, event: { ...lastOf(open, event.child), ...event } }];
    case 'child.end':
      return open.filter((other) => !isOf(other.event, event.child));
    case 'approval.time':
      return [...open.filter((other) => !isTimeOf(other.event, event.approval)), { time, event }];
    case 'approval.end':
      return open.filter((other) => !isTimeOf(other.event, event.approval));
    case 'message.start':
    case 'message.update':
    case 'tool.update':
      return join(open, { time, event });
    case 'message.reset':
      return open.filter((other) => other.event.type !== 'message.update');
    case 'message.end':
      return open.filter(({ event: { type } }) => OUTLIVE_MESSAGES.has(type));
    case 'tool.end':
      return open.filter((other) => other.event.type !== 'tool.update' || other.event.call !== event.call);
    default:
      return open;
  }
}

const OUTLIVE_MESSAGES: ReadonlySet<string> = new Set(['tool.update', 'compaction.start', 'child.update', 'approval.time']);

function isTimeOf(event: SessionEvent, approval: string): boolean {
  return event.type === 'approval.time' && event.approval === approval;
}

type ChildUpdate = Extract<SessionEvent, { type: 'child.update' }>;

function isOf(event: SessionEvent, child: ChildUpdate['child']): event is ChildUpdate {
  return event.type === 'child.update' && event.child === child;
}

function lastOf(open: readonly OpenEvent[], child: ChildUpdate['child']): Partial<ChildUpdate> {
  return open.map(({ event }) => event).find((event): event is ChildUpdate => isOf(event, child)) ?? {};
}

function join(open: readonly OpenEvent[], { time, event }: Stamped): readonly OpenEvent[] {
  if (!says(event)) return [...open, { time, event }];
  const last = open.at(-1);
  if (!last?.said || !goesOn(last.event, event)) return [...open, { time, event, said: new PiledText(event.text) }];
  last.said.add(event.text);
  return [...open.slice(0, -1), { ...last, time }];
}

type SayingEvent = Extract<SessionEvent, { type: 'message.update' | 'tool.update' }>;

function says(event: SessionEvent): event is SayingEvent {
  return event.type === 'message.update' || event.type === 'tool.update';
}

function goesOn(a: SessionEvent, b: SayingEvent): boolean {
  if (a.type === 'message.update' && b.type === 'message.update') return a.kind === b.kind;
  return a.type === 'tool.update' && b.type === 'tool.update' && a.call === b.call;
}
