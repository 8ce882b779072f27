import { type GrowingBlock, GrowingText } from './answer-blocks.ts';
import { AnswerDecoder, type AnswerStop } from './answer-decoder.ts';
import { reportedFailure } from './failure.ts';
import type { GrowingCall } from './growing-call.ts';
import { MessagesUsage } from './messages-usage.ts';
import type { HiddenItem } from './replay.ts';
import { objectOf, objectsOf, textOf, type WireObject } from './wire-json.ts';

/** Reads the answers of the Anthropic Messages API. */
export class MessagesDecoder extends AnswerDecoder {
  readonly #open = new Map<unknown, GrowingBlock>();
  readonly #counted = new MessagesUsage();
  #stop: string | undefined;

  protected read(event: WireObject): void {
    switch (event.type) {
      case 'message_start':
        this.#count(objectOf(event.message).usage);
        return;
      case 'content_block_start':
        this.#begin(event.index, objectOf(event.content_block));
        return;
      case 'content_block_delta':
        this.#grow(event.index, objectOf(event.delta));
        return;
      case 'content_block_stop':
        this.#end(event.index);
        return;
      case 'message_delta':
        this.#count(event.usage);
        this.#stopped(objectOf(event.delta).stop_reason);
        return;
      case 'message_stop':
        this.done = true;
        return;
      case 'error':
        this.failure = reportedFailure(event.error);
        return;
    }
  }

  protected readWhole(answer: WireObject): void {
    if (answer.type === 'error') this.read(answer);
    for (const [index, block] of objectsOf(answer.content).entries()) {
      this.#begin(index, block);
      this.#end(index);
    }
    this.#count(answer.usage);
    this.#stopped(answer.stop_reason);
  }

  protected stop(): Exclude<AnswerStop, 'tool_calls'> | undefined {
    switch (this.#stop) {
      case undefined:
        return this.done ? 'complete' : undefined;
      case 'refusal':
        return 'refusal';
      // A paused answer is unfinished, as one at the limit is, and goes on in the same way: with one more request.
      case 'max_tokens':
      case 'model_context_window_exceeded':
      case 'pause_turn':
        return 'max_tokens';
      default:
        return 'complete';
    }
  }

  #begin(index: unknown, block: WireObject): void {
    switch (block.type) {
      case 'text':
      case 'thinking':
        this.#beginText(index, block.type, block);
        return;
      case 'redacted_thinking':
        this.content.open({ type: 'hidden', item: { type: block.type, data: textOf(block.data) } });
        return;
      case 'tool_use':
        this.#beginCall(index, block);
        return;
    }
  }

  #beginText(index: unknown, type: GrowingText['type'], block: WireObject): void {
    const text = this.content.open(new GrowingText(type));
    this.#open.set(index, text);
    this.content.grow(text, block[type]);
    if (type === 'thinking') this.#sign(text, block.signature);
  }

  /** A server that does not stream arguments puts them here. */
  #beginCall(index: unknown, { id, name, input }: WireObject): void {
    const call = this.content.open<GrowingCall>({ type: 'tool_call', index: undefined, id: textOf(id), name: textOf(name), arguments: '' });
    this.#open.set(index, call);
    const given = Object.keys(objectOf(input)).length > 0 ? JSON.stringify(input) : '';
    call.arguments = given;
    this.content.show(call, given);
  }

  #grow(index: unknown, delta: WireObject): void {
    const block = this.#open.get(index);
    if (block === undefined || block.type === 'hidden') return;
    if (block.type === 'tool_call') {
      const piece = delta.type === 'input_json_delta' ? textOf(delta.partial_json) : '';
      block.arguments += piece;
      this.content.show(block, piece);
    } else if (delta.type === 'signature_delta') {
      this.#sign(block, delta.signature);
    } else if (delta.type === `${block.type}_delta`) {
      this.content.grow(block, delta[block.type]);
    }
  }

  #sign(block: GrowingText, signature: unknown): void {
    const piece = textOf(signature);
    if (piece !== '') block.signature = (block.signature ?? '') + piece;
  }

  /** Thinking that is kept from us has a signature and no text, and must go back all the same. */
  #end(index: unknown): void {
    const block = this.#open.get(index);
    this.#open.delete(index);
    if (block?.type !== 'thinking' || block.text !== '' || !block.signature) return;
    const item: HiddenItem = { type: 'thinking', thinking: '', signature: block.signature };
    this.content.hide(block, item);
  }

  #count(usage: unknown): void {
    this.#counted.add(objectOf(usage));
    this.usage = this.#counted.usage();
    this.countsCache = this.#counted.countsCache;
  }

  #stopped(reason: unknown): void {
    if (typeof reason === 'string') this.#stop = reason;
  }
}
