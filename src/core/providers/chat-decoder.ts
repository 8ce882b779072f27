import { createParser } from 'eventsource-parser';
import type { AssistantBlock } from '../../shared/messages.ts';
import type { Usage } from '../../shared/usage.ts';
import { callOf, finishedCall, type GrowingCall, grow, newCall } from './chat-calls.ts';
import { parseChunk, type WireCallPiece, type WireChunk, type WireDelta } from './chat-chunk.ts';
import { usageOf } from './chat-usage.ts';
import type { Failure } from './failure.ts';
import type { StreamStop } from './provider.ts';
import type { Delta } from './retry.ts';

interface GrowingText {
  readonly type: 'text' | 'thinking';
  text: string;
}

/** A delta that is not handed out yet; pieces of the same block are joined in it. */
interface Pending {
  readonly block: GrowingText | GrowingCall;
  text: string;
}

/** No answer of a model is longer, in bytes; an endless one is cut off. */
const ANSWER_LIMIT = 64 * 1024 * 1024;
const EVENT_LIMIT = 16 * 1024 * 1024;

export type AnswerStop = Extract<StreamStop, 'complete' | 'tool_calls' | 'max_tokens' | 'refusal'>;

/** Turns the bytes of a Chat Completions answer, split anywhere, into deltas and blocks. */
export class ChatDecoder {
  /** The server said that nothing follows. */
  done = false;
  /** Known before the end: the answer cannot be used. */
  failure: Failure | undefined;
  usage: Usage | undefined;
  readonly #blocks: (GrowingText | GrowingCall)[] = [];
  readonly #calls: GrowingCall[] = [];
  #pending: Pending[] = [];
  #finish: string | undefined;
  #refused = false;
  #bytes = 0;
  readonly #text = new TextDecoder();
  readonly #events = createParser({
    onEvent: ({ data }) => this.#event(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') this.#fail('an event that never ends', true);
    },
    maxBufferSize: EVENT_LIMIT,
  });

  feed(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > ANSWER_LIMIT) this.#fail('an answer that never ends', true);
    if (!this.failure) this.#events.feed(this.#text.decode(bytes, { stream: true }));
  }

  /** The body ended without an error: an event that lacks its closing blank line counts. */
  close(): void {
    if (!this.failure && !this.done) this.#events.feed('\n\n');
  }

  /** A whole answer instead of a stream. */
  whole(text: string): void {
    const chunk = parseChunk(text);
    if (chunk) this.#chunk(chunk);
    else this.#fail('text that is not JSON', true);
  }

  /** Everything since the last call, one delta per block. */
  take(): Delta[] {
    const taken = this.#pending;
    if (taken.length === 0) return [];
    this.#pending = [];
    return taken.map(({ block, text }) =>
      block.type === 'tool_call' ? { type: 'delta', kind: block.type, name: block.name, text } : { type: 'delta', kind: block.type, text },
    );
  }

  /** How the model stopped, once the stream is over. `broken` is what ended the body early, if anything did. */
  outcome(broken: string | undefined): AnswerStop | Failure {
    if (this.failure) return this.failure;
    if (this.#finish === undefined && !this.done) return { kind: 'cut', message: broken ?? 'the stream ended without a finish reason' };
    if (this.#refused || this.#finish === 'content_filter') return 'refusal';
    if (this.#finish === 'length') return 'max_tokens';
    if (this.#calls.length === 0) return 'complete';
    const nameless = this.#calls.some((call) => call.name === '');
    return nameless ? { kind: 'bad_answer', what: 'a tool call without a name', final: false } : 'tool_calls';
  }

  /** `used` are the call ids of the session so far. Calls whose name never came are left out. */
  blocks(used: Set<string>, makeId: () => string): AssistantBlock[] {
    return this.#blocks.flatMap((block): AssistantBlock[] => {
      if (block.type !== 'tool_call') return block.text === '' ? [] : [{ type: block.type, text: block.text }];
      return block.name === '' ? [] : [finishedCall(block, used, makeId)];
    });
  }

  #event(data: string): void {
    if (this.failure || this.done) return;
    if (data === '[DONE]') {
      this.done = true;
      return;
    }
    const chunk = parseChunk(data);
    if (chunk) this.#chunk(chunk);
    else this.#fail('a stream event that is not JSON', false);
  }

  #chunk({ choices, usage, error }: WireChunk): void {
    if (error) this.failure = reported(error);
    const choice = choices?.[0];
    const delta = choice?.delta ?? choice?.message;
    if (delta) this.#delta(delta);
    if (choice?.finish_reason) this.#finish = choice.finish_reason;
    const counted = usage ?? choice?.usage;
    if (counted) this.usage = usageOf(counted) ?? this.usage;
  }

  #delta(delta: WireDelta): void {
    this.#append('thinking', delta.reasoning_content ?? delta.reasoning);
    this.#append('text', delta.content);
    if (delta.refusal) this.#refused = true;
    this.#append('text', delta.refusal);
    for (const piece of delta.tool_calls ?? []) this.#callPiece(piece);
  }

  #append(type: GrowingText['type'], text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    let block = this.#blocks.at(-1);
    if (block?.type !== type) {
      block = { type, text: '' };
      this.#blocks.push(block);
    }
    block.text += text;
    this.#show(block, text);
  }

  #callPiece(piece: WireCallPiece): void {
    let call = callOf(piece, this.#calls);
    if (!call) {
      call = newCall(piece);
      this.#calls.push(call);
      this.#blocks.push(call);
    }
    this.#show(call, grow(call, piece));
  }

  #show(block: GrowingText | GrowingCall, text: string): void {
    const latest = this.#pending.at(-1);
    const last = latest?.block === block ? latest : this.#pending.find((pending) => pending.block === block);
    if (last) last.text += text;
    else this.#pending.push({ block, text });
  }

  #fail(what: string, final: boolean): void {
    this.failure ??= { kind: 'bad_answer', what, final };
  }
}

function reported(error: NonNullable<WireChunk['error']>): Failure {
  if (typeof error === 'string') return { kind: 'reported', message: error, code: '' };
  return { kind: 'reported', message: String(error.message ?? 'no message'), code: String(error.code ?? error.type ?? '') };
}
