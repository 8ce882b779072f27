import { GrowingText } from './answer-blocks.ts';
import { AnswerDecoder, type AnswerStop } from './answer-decoder.ts';
import { reportedFailure } from './failure.ts';
import type { GrowingCall } from './growing-call.ts';
import { reasoningItem, responsesCountCache, responsesUsage, summaryText } from './responses-items.ts';
import { isObject, objectOf, objectsOf, textOf, type WireObject } from './wire-json.ts';

/** One output item as far as it has come. */
interface GrowingItem {
  block: GrowingText | GrowingCall | undefined;
  /** Of a reasoning summary: the part that is being written. */
  part: unknown;
}

/** Reads the answers of the OpenAI Responses API. */
export class ResponsesDecoder extends AnswerDecoder {
  readonly #items = new Map<unknown, GrowingItem>();
  #stop: Exclude<AnswerStop, 'tool_calls'> | undefined;
  #refused = false;

  protected read(event: WireObject): void {
    const { output_index: index, delta } = event;
    switch (event.type) {
      case 'response.output_item.added':
        this.#begin(index, objectOf(event.item));
        return;
      case 'response.output_item.done':
        this.#end(index, objectOf(event.item));
        return;
      case 'response.output_text.delta':
        this.#text(index, 'text', delta);
        return;
      case 'response.refusal.delta':
        this.#refused = true;
        this.#text(index, 'text', delta);
        return;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.#thinking(index, event.summary_index ?? event.content_index, delta);
        return;
      case 'response.function_call_arguments.delta':
        this.#arguments(index, delta);
        return;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#finish(objectOf(event.response));
        return;
      case 'error':
        this.failure = reportedFailure(isObject(event.error) ? event.error : event);
        return;
    }
  }

  protected readWhole(answer: WireObject): void {
    this.#finish(answer);
  }

  protected stop(): Exclude<AnswerStop, 'tool_calls'> | undefined {
    return this.#refused && this.#stop !== undefined ? 'refusal' : this.#stop;
  }

  #begin(index: unknown, item: WireObject): GrowingItem {
    const growing: GrowingItem = { block: undefined, part: undefined };
    this.#items.set(index, growing);
    if (item.type === 'message') {
      if (typeof item.phase === 'string') this.content.open({ type: 'hidden', item: { type: 'phase', phase: item.phase } });
      growing.block = this.content.open(new GrowingText('text'));
    } else if (item.type === 'function_call') {
      growing.block = this.content.open<GrowingCall>({
        type: 'tool_call',
        index: undefined,
        id: textOf(item.call_id) || textOf(item.id),
        name: textOf(item.name),
        arguments: '',
      });
    }
    return growing;
  }

  /** The finished item. What its deltas did not bring is taken from it. */
  #end(index: unknown, item: WireObject): void {
    const growing = this.#items.get(index) ?? this.#begin(index, item);
    const { block } = growing;
    if (item.type === 'reasoning') {
      if (block === undefined) this.#thinking(index, 0, summaryText(item));
      const kept = reasoningItem(item);
      if (kept) this.content.open({ type: 'hidden', item: kept });
    } else if (block?.type === 'text' && block.text === '') {
      for (const part of objectsOf(item.content)) this.#part(index, part);
    } else if (block?.type === 'tool_call' && block.arguments === '') {
      this.#arguments(index, item.arguments);
    }
  }

  #part(index: unknown, part: WireObject): void {
    if (part.type === 'refusal') this.#refused = true;
    this.#text(index, 'text', part.type === 'refusal' ? part.refusal : part.text);
  }

  #text(index: unknown, type: GrowingText['type'], text: unknown): void {
    const item = this.#items.get(index) ?? this.#begin(index, {});
    item.block ??= this.content.open(new GrowingText(type));
    if (item.block.type !== 'tool_call') this.content.grow(item.block, text);
  }

  /** Parts of a summary are paragraphs. */
  #thinking(index: unknown, part: unknown, text: unknown): void {
    const item = this.#items.get(index);
    const next = item?.block !== undefined && item.part !== part;
    this.#text(index, 'thinking', next ? `\n\n${textOf(text)}` : text);
    const grown = this.#items.get(index);
    if (grown) grown.part = part;
  }

  #arguments(index: unknown, text: unknown): void {
    const block = this.#items.get(index)?.block;
    if (block?.type !== 'tool_call') return;
    const piece = textOf(text);
    block.arguments += piece;
    this.content.show(block, piece);
  }

  /** The last event holds the whole answer again; only items that never came by themselves are taken from it. */
  #finish(response: WireObject): void {
    for (const [index, item] of objectsOf(response.output).entries()) {
      if (!this.#items.has(index)) this.#end(index, item);
    }
    this.usage = responsesUsage(objectOf(response.usage)) ?? this.usage;
    this.countsCache ||= responsesCountCache(objectOf(response.usage));
    if (isObject(response.error)) this.failure = reportedFailure(response.error);
    else this.#stop = stopOf(response);
    this.done = true;
  }
}

function stopOf(response: WireObject): Exclude<AnswerStop, 'tool_calls'> | undefined {
  switch (response.status) {
    case 'incomplete':
      return objectOf(response.incomplete_details).reason === 'content_filter' ? 'refusal' : 'max_tokens';
    case 'failed':
    case 'cancelled':
      return undefined;
    default:
      return 'complete';
  }
}
