import { AnswerDecoder, type AnswerStop } from './answer-decoder.ts';
import { callOf, grow, newCall } from './chat-calls.ts';
import type { WireCallPiece, WireChunk, WireDelta } from './chat-chunk.ts';
import { chatCountsCache, costOf, usageOf } from './chat-usage.ts';
import { reportedFailure } from './failure.ts';
import type { WireObject } from './wire-json.ts';

/** Reads the answers of the Chat Completions API. */
export class ChatDecoder extends AnswerDecoder {
  #finish: string | undefined;
  #refused = false;
  readonly #trustsCost: boolean;

  /** `trustsCost`: the server is one that bills by the cost that it counts. */
  constructor({ trustsCost = false }: { readonly trustsCost?: boolean } = {}) {
    super();
    this.#trustsCost = trustsCost;
  }

  protected read(event: WireObject): void {
    const { choices, usage, x_groq: groq, error } = event as WireChunk;
    if (error) this.failure = reportedFailure(error);
    const choice = choices?.[0];
    const delta = choice?.delta ?? choice?.message;
    if (delta) this.#delta(delta);
    if (choice?.finish_reason) this.#finish = choice.finish_reason;
    const counted = usage ?? choice?.usage ?? groq?.usage;
    if (!counted) return;
    this.usage = usageOf(counted) ?? this.usage;
    this.countsCache ||= chatCountsCache(counted);
    if (this.#trustsCost) this.cost = costOf(counted) ?? this.cost;
  }

  protected readWhole(answer: WireObject): void {
    this.read(answer);
  }

  protected stop(): Exclude<AnswerStop, 'tool_calls'> | undefined {
    if (this.#finish === undefined && !this.done) return undefined;
    if (this.#refused || this.#finish === 'content_filter') return 'refusal';
    return this.#finish === 'length' ? 'max_tokens' : 'complete';
  }

  #delta(delta: WireDelta): void {
    this.content.append('thinking', delta.reasoning_content ?? delta.reasoning);
    this.content.append('text', delta.content);
    if (delta.refusal) this.#refused = true;
    this.content.append('text', delta.refusal);
    for (const piece of delta.tool_calls ?? []) this.#callPiece(piece);
  }

  #callPiece(piece: WireCallPiece): void {
    const call = callOf(piece, this.content.calls()) ?? this.content.open(newCall(piece));
    this.content.show(call, grow(call, piece));
  }
}
