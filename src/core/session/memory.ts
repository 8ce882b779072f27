import type { KeptEvent, SessionEvent, Stamped } from '../../shared/events.ts';
import type { CallId, MessageId } from '../../shared/ids.ts';
import { leafEvents } from '../../shared/leaf.ts';
import type { Message, ToolMessage, UserMessage } from '../../shared/messages.ts';
import { withoutSkills } from '../prompt/skills/skill-blocks.ts';
import { withoutOmitted } from './pictures/omit.ts';
import { withShortened } from './results/shorten.ts';

type CompactionEnd = Extract<KeptEvent, { type: 'compaction.end' }>;
type PicturesOmit = Extract<KeptEvent, { type: 'pictures.omit' }>;
type ResultsShorten = Extract<KeptEvent, { type: 'results.shorten' }>;

/** A stretch of the conversation whose real size is known. */
export interface Measured {
  /** Of the first `count` messages, with everything that is sent before them. */
  readonly tokens: number;
  readonly count: number;
  /** By the provider; else it is what a compaction left, estimated. */
  readonly reported: boolean;
}

/** So many messages, whose size is known because they were changed. */
interface Settled {
  readonly left: number;
  readonly after: number;
}

/** The conversation before a compaction that is in force, and how many messages of the next generation it left. */
interface Earlier extends Settled {
  /** In the log, but for while they are needed. */
  readonly messages?: readonly Message[];
  readonly settled?: Settled | undefined;
}

/**
 * What the model is sent of a session.
 *
 * Contract: the same events give the same messages; what was rewound is not among them. A turn appends to `messages`; everything that changes what is already in it is an
 * event given to `apply`. Retained messages are the same objects as before, but for those that told of skills or showed pictures.
 */
export class Memory {
  readonly messages: Message[] = [];
  readonly #earlier: Earlier[] = [];
  readonly #pins = new Set<MessageId>();
  /** Of results that are sent shortened, how many characters they have in all. */
  readonly #lengths = new Map<CallId, number>();
  /** Since pictures were left out: what was measured before has them. */
  #settled: Settled | undefined;
  #undone = false;

  constructor(events: readonly Stamped[]) {
    this.#replay(leafEvents(events));
    this.#forget();
  }

  /** Compactions in force. */
  get generation(): number {
    return this.#earlier.length;
  }

  /** A person took the newest compaction back: the next one waits until it is needed. */
  get undone(): boolean {
    return this.#undone;
  }

  isPinned(message: Message): boolean {
    return message.role !== 'tool' && this.#pins.has(message.id);
  }

  has(id: MessageId): boolean {
    return this.messages.some((message) => message.role !== 'tool' && message.id === id);
  }

  /** The summary that stands first, once there is one. */
  get summary(): Message | undefined {
    return this.generation === 0 ? undefined : this.messages[0];
  }

  /** Characters of the whole result, however much of it is sent. */
  lengthOf({ callId, text }: ToolMessage): number {
    return this.#lengths.get(callId) ?? text.length;
  }

  /** What the newest request, or else the newest change of what was sent before, says about the size of what it was sent. */
  measured(model: string): Measured | undefined {
    const { left = 0, after } = this.#settled ?? this.#earlier.at(-1) ?? {};
    for (let count = this.messages.length - 1; count >= left; count -= 1) {
      const message = this.messages[count];
      if (message?.role === 'assistant' && message.usage && message.model === model) {
        return { tokens: message.usage.input, count, reported: true };
      }
    }
    return after === undefined ? undefined : { tokens: after, count: left, reported: false };
  }

  /** Starts over from what is kept. */
  reload(events: readonly Stamped[]): void {
    this.messages.length = 0;
    this.#earlier.length = 0;
    this.#pins.clear();
    this.#lengths.clear();
    this.#settled = undefined;
    this.#undone = false;
    this.#replay(leafEvents(events));
    this.#forget();
  }

  /** The same for events that follow, none of which looks back. */
  extend(events: readonly SessionEvent[]): void {
    for (const event of events) {
      this.#follow(event);
      if (event.type === 'compaction.end') this.#forget();
    }
  }

  /** Whether an undo has what it goes back to. */
  get recalled(): boolean {
    return this.#earlier.at(-1)?.messages !== undefined;
  }

  /** To be called before an undo is applied, with everything kept so far. */
  recall(events: readonly Stamped[]): void {
    const again = new Memory([]);
    again.#replay(leafEvents(events));
    const [mine, found] = [this.#earlier.pop(), again.#earlier.at(-1)];
    if (mine) this.#earlier.push({ ...mine, ...(found?.messages ? { messages: found.messages } : {}) });
  }

  apply(event: SessionEvent): void {
    this.#change(event);
    this.#forget();
  }

  #change(event: SessionEvent): void {
    if (event.type === 'compaction.end') this.#compact(event);
    if (event.type === 'compaction.undo') this.#undo();
    if (event.type === 'pictures.omit') this.#omit(event);
    if (event.type === 'results.shorten') this.#shorten(event);
    if (event.type !== 'message.pin') return;
    if (event.pinned) this.#pins.add(event.message);
    else this.#pins.delete(event.message);
  }

  #replay(events: readonly Stamped[]): void {
    for (const { event } of events) this.#follow(event);
  }

  #follow(event: SessionEvent): void {
    if (event.type === 'message.end') this.messages.push(event.message);
    else if (event.type === 'tool.end') {
      const { call, name, text, isError, pictures } = event;
      this.messages.push({ role: 'tool', callId: call, name, text, isError, ...(pictures ? { pictures } : {}) });
    } else this.#change(event);
  }

  /** What a compaction replaced is not sent any more: it stays in the log alone. */
  #forget(): void {
    const kept = this.#earlier.map(({ messages: _, ...rest }) => rest);
    this.#earlier.splice(0, kept.length, ...kept);
  }

  #compact(event: CompactionEnd): void {
    const messages = [...this.messages];
    this.#replace(nextGeneration(messages, event));
    this.#earlier.push({ messages, left: this.messages.length, after: event.after, settled: this.#settled });
    this.#settled = undefined;
    this.#undone = false;
  }

  #undo(): void {
    const earlier = this.#earlier.pop();
    if (!earlier?.messages) return;
    this.#replace([...earlier.messages, ...this.messages.slice(earlier.left)]);
    this.#settled = earlier.settled;
    this.#undone = true;
  }

  #omit({ pictures, after }: PicturesOmit): void {
    this.#replace(withoutOmitted(this.messages, pictures));
    this.#settled = { left: this.messages.length, after };
  }

  #shorten({ results, note }: ResultsShorten): void {
    this.#replace(withShortened(this.messages, results, note));
    for (const { call, of } of results) this.#lengths.set(call, of);
  }

  #replace(messages: readonly Message[]): void {
    this.messages.splice(0, this.messages.length, ...messages);
  }
}

export interface NextGeneration {
  readonly summary: UserMessage;
  /** None, or the summary itself, when nothing stays. */
  readonly first: MessageId | undefined;
  readonly kept: readonly MessageId[];
}

/** Whether the conversation after it holds what may stand in the log alone. */
export function looksBack({ type }: SessionEvent): boolean {
  return type === 'session.rewind' || type === 'session.redo' || type === 'compaction.undo';
}

/**
 * The summary, the pinned messages with the results of their calls, and everything from the first retained message on. A log
 * that lost that message keeps all. Skills are told by the summary alone: what retained messages said of them goes.
 */
export function nextGeneration(messages: readonly Message[], { summary, first, kept }: NextGeneration): readonly Message[] {
  const found = messages.findIndex((message) => message.role !== 'tool' && message.id === first);
  const from = first === undefined || first === summary.id ? messages.length : Math.max(0, found);
  const wanted = new Set<MessageId>(kept);
  let keep = false;
  const pinned = messages.slice(0, from).filter((message) => {
    if (message.role !== 'tool') keep = wanted.has(message.id);
    return keep;
  });
  return [summary, ...[...pinned, ...messages.slice(from)].map(withoutSkills)];
}
