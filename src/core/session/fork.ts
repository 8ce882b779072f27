import { type GivenAttachment, givenOf, type Spoken } from '../../shared/attachments.ts';
import type { KeptEvent, Stamped } from '../../shared/events.ts';
import { isLive } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionId } from '../../shared/ids.ts';
import { leafEvents } from '../../shared/leaf.ts';
import type { UserMessage } from '../../shared/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type CutWords, closeHalfTurn } from './recovery.ts';
import { cacheKeyOf } from './restore.ts';

/** What a session made from another one begins with. */
export interface Seed {
  readonly title: string;
  readonly model: string;
  readonly events: readonly Stamped[];
  /** What a person can send at once, or change first. */
  readonly draft: string;
  readonly attachments: readonly GivenAttachment[];
}

export interface ForkOptions {
  readonly id: SessionId;
  readonly now: number;
  /** A message or call the fork ends at; without it everything is taken. */
  readonly at?: string | undefined;
}

const FORKED: CutWords = {
  stop: 'cancelled',
  message: 'Forked in the middle of this turn.',
  hint: 'Continue to go on from here.',
  begun: 'Its result is not known here: the session was forked while this ran. Check before running it again.',
  waited: 'Not run: the session was forked while this waited for the person to allow it. Call it again if it is still needed.',
  notBegun: 'Not run: the session was forked before this call began.',
};

const PREFIX = 'Fork of: ';

export const NOTHING: Spoken = { text: '', attachments: [] };

/**
 * Copies a session's entries up to a message. A person's message is left out and becomes the draft, so that it can be put another way; an answer of
 * the model is taken with the results of its calls. A turn that is cut gets its end, and one that was rewound is not copied.
 */
export function forkOf(logged: readonly Stamped[], options: ForkOptions): Result<Seed, Problem> {
  const events = leafEvents(logged);
  const cut = options.at === undefined ? { end: events.length, draft: NOTHING } : cutAt(events, options.at);
  const [start, ...rest] = events.slice(0, cut?.end ?? 0);
  if (!cut || start?.event.type !== 'session.start') return err(GONE);
  const { parent: _, agent: __, ...known } = start.event;
  const { session } = known;
  const beginning: KeptEvent = { ...known, session: options.id, forkedFrom: session, cacheKey: cacheKeyOf(events, session) };
  const title = forkTitle(titleOf(events) ?? known.title);
  return ok(seedFrom([{ time: options.now, event: beginning }, ...rest], { now: options.now, draft: cut.draft, title }));
}

/** What the session is called now, wherever the fork ends. */
function titleOf(events: readonly Stamped[]): string | undefined {
  return events.flatMap(({ event }) => (event.type === 'session.update' ? (event.title ?? []) : [])).at(-1);
}

function forkTitle(title: string): string {
  return title.startsWith(PREFIX) ? title : `${PREFIX}${title}`;
}

interface SeedOptions {
  readonly now: number;
  readonly draft: Spoken;
  /** Default: what it is called in the events. */
  readonly title?: string;
}

/** Makes events a whole session: no open turn, and nothing queued or running that another session would say again or wait for. */
export function seedFrom(logged: readonly Stamped[], { now, draft, title: called }: SeedOptions): Seed {
  const events = withoutOpenChildren(logged.filter(({ event }) => !SIDE_WORK.has(event.type)));
  const { title: was, model, queue } = fold(emptyView(), events);
  const title = called ?? was;
  const added: KeptEvent[] = [...closeHalfTurn(events, FORKED)];
  added.push({ type: 'session.copied' });
  if (queue.length > 0) added.push({ type: 'queue.update', items: [] });
  added.push({ type: 'session.update', title });
  return {
    title,
    model,
    events: [...events.filter(({ event }) => !isLive(event)), ...added.map((event) => ({ time: now, event }))],
    draft: draft.text,
    attachments: draft.attachments,
  };
}

/** What the model was told of it stands in the messages. */
const SIDE_WORK: ReadonlySet<string> = new Set(['work.start', 'work.end', 'work.known', 'session.hold']);

/** A child belongs to the session that started it. */
function withoutOpenChildren(events: readonly Stamped[]): readonly Stamped[] {
  const ended = new Set(events.flatMap(({ event }) => (event.type === 'child.end' ? [event.child] : [])));
  return events.filter(({ event }) => event.type !== 'child.start' || ended.has(event.child));
}

const GONE: Problem = {
  code: 'bad_request',
  message: 'That message is not in this session.',
  hint: 'Open the session again and choose another message.',
  safe: 'Nothing was changed.',
};

interface Cut {
  /** How many events are taken. */
  readonly end: number;
  readonly draft: Spoken;
}

function cutAt(events: readonly Stamped[], at: string): Cut | undefined {
  const index = events.findIndex(({ event }) => holds(event, at));
  const event = events[index]?.event;
  if (event?.type !== 'message.end') return undefined;
  if (event.message.role === 'user') return { end: beforePrompt(events, index), draft: saidIn(event.message) };
  const next = events.findIndex((later, position) => position > index && ENDS_ROUND.has(later.event.type));
  if (next === -1) return { end: events.length, draft: NOTHING };
  return { end: events[next]?.event.type === 'turn.end' ? next + 1 : next, draft: NOTHING };
}

function saidIn({ text, attachments }: UserMessage): Spoken {
  return { text, attachments: givenOf(attachments) };
}

function holds(event: Stamped['event'], at: string): boolean {
  if (event.type !== 'message.end') return false;
  const { message } = event;
  return (
    message.id === at || (message.role === 'assistant' && message.blocks.some((block) => block.type === 'tool_call' && block.id === at))
  );
}

const ENDS_ROUND: ReadonlySet<string> = new Set(['message.end', 'turn.start', 'turn.end']);

/** A prompt is left out with the start of the turn that it began. */
function beforePrompt(events: readonly Stamped[], index: number): number {
  const previous = events.findLastIndex(({ event }, position) => position < index && ENDS_ROUND.has(event.type));
  return events[previous]?.event.type === 'turn.start' ? previous : index;
}
