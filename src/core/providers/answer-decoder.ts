import { createParser } from 'eventsource-parser';
import type { AssistantBlock } from '../../shared/messages.ts';
import type { Usage } from '../../shared/usage.ts';
import { AnswerBlocks } from './answer-blocks.ts';
import type { Failure } from './failure.ts';
import type { CallIds } from './growing-call.ts';
import type { StreamEnd, StreamStop } from './provider.ts';
import { replayOf } from './replay.ts';
import type { Delta } from './retry.ts';
import { parseObject, type WireObject } from './wire-json.ts';

/** What one answer may hold, in characters: many times what any model writes at once. All of it is kept, logged and shown. */
const TEXT_LIMIT = 8 * 1024 * 1024;
/** The same in bytes of the stream, most of which is packing. */
export const ANSWER_LIMIT = 64 * 1024 * 1024;
const EVENT_LIMIT = 16 * 1024 * 1024;

export type AnswerStop = Extract<StreamStop, 'complete' | 'tool_calls' | 'max_tokens' | 'refusal'>;

/** Turns the bytes of an answer, split anywhere, into deltas and blocks. Each API has its own subclass, which reads one JSON event at a time. */
export abstract class AnswerDecoder {
  /** The server said that nothing follows. */
  done = false;
  /** Known before the end: the answer cannot be used. */
  failure: Failure | undefined;
  usage: Usage | undefined;
  /** Whether the usage says how much was read from the provider's cache, be it nothing. */
  countsCache = false;
  /** What the provider says the request cost, in whole 1e-9 US dollars. */
  cost: number | undefined;
  protected readonly content = new AnswerBlocks();
  #bytes = 0;
  readonly #text = new TextDecoder();
  readonly #events = createParser({
    onEvent: ({ data }) => this.#event(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') this.fail('an event that never ends', true);
    },
    maxBufferSize: EVENT_LIMIT,
  });

  /** One event of the stream. Kinds and fields it does not know are ignored. */
  protected abstract read(event: WireObject): void;

  /** A whole answer instead of a stream. */
  protected abstract readWhole(answer: WireObject): void;

  /** Why the model stopped; `undefined` when the stream ended before it said so. */
  protected abstract stop(): Exclude<AnswerStop, 'tool_calls'> | undefined;

  feed(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > ANSWER_LIMIT) this.tooLong();
    if (!this.failure) this.#events.feed(this.#text.decode(bytes, { stream: true }));
  }

  /** The body ended without an error: an event that lacks its closing blank line counts. */
  close(): void {
    if (!this.failure && !this.done) this.#events.feed('\n\n');
  }

  whole(text: string): void {
    const answer = parseObject(text);
    if (answer) this.readWhole(answer);
    else this.fail('text that is not JSON', true);
    this.#checkLength();
  }

  /** More came than an answer may hold. */
  tooLong(): void {
    this.failure ??= { kind: 'too_long' };
  }

  take(): Delta[] {
    return this.content.take();
  }

  /** How the model stopped, once the stream is over. `broken` is what ended the body early, if anything did. */
  outcome(broken: string | undefined): AnswerStop | Failure {
    if (this.failure) return this.failure;
    const stop = this.stop();
    if (stop === undefined) return { kind: 'cut', message: broken ?? 'the stream ended without a finish reason' };
    const calls = stop === 'complete' ? this.content.calls() : [];
    return calls.length > 0 ? 'tool_calls' : stop;
  }

  /** `used` are the call ids of the session so far. */
  blocks(used: CallIds, makeId: () => string): AssistantBlock[] {
    return this.content.finished(used, makeId);
  }

  replay(): Pick<StreamEnd, 'replay'> {
    return replayOf(this.content.hidden());
  }

  protected fail(what: string, final: boolean): void {
    this.failure ??= { kind: 'bad_answer', what, final };
  }

  #event(data: string): void {
    if (this.failure || this.done) return;
    if (data === '[DONE]') {
      this.done = true;
      return;
    }
    const event = parseObject(data);
    if (event) this.read(event);
    else this.fail('a stream event that is not JSON', false);
    this.#checkLength();
  }

  #checkLength(): void {
    if (this.content.size > TEXT_LIMIT) this.tooLong();
  }
}
