import type { AssistantBlock } from '../../shared/messages.ts';
import { PiledText } from '../lib/piled-text.ts';
import { type CallIds, finishedCall, type GrowingCall } from './growing-call.ts';
import type { Hidden, HiddenBlock } from './replay.ts';
import type { Delta } from './retry.ts';

export class GrowingText extends PiledText {
  readonly type: 'text' | 'thinking';
  /** Proof of origin; whole only when the block is. */
  signature?: string;

  constructor(type: GrowingText['type']) {
    super();
    this.type = type;
  }
}

export type GrowingBlock = GrowingText | GrowingCall | HiddenBlock;

/** A delta that is not handed out yet; pieces of the same block are joined in it. */
interface Pending {
  readonly block: GrowingText | GrowingCall;
  text: string;
}

/** The blocks of an answer as far as they have come, and what of them was not shown yet. */
export class AnswerBlocks {
  readonly #blocks: GrowingBlock[] = [];
  #pending: Pending[] = [];
  #size = 0;

  /** Characters of text, thinking and arguments so far. */
  get size(): number {
    return this.#size;
  }

  /** Begins a block. */
  open<B extends GrowingBlock>(block: B): B {
    this.#blocks.push(block);
    return block;
  }

  /** Adds to the last block when it has that type, else begins one. Anything but text is ignored. */
  append(type: GrowingText['type'], text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    const last = this.#blocks.at(-1);
    this.grow(last?.type === type ? last : this.open(new GrowingText(type)), text);
  }

  /** Adds to a block and shows it. Anything but text is ignored. */
  grow(block: GrowingText, text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    block.add(text);
    this.show(block, text);
  }

  show(block: GrowingText | GrowingCall, text: string): void {
    this.#size += text.length;
    const latest = this.#pending.at(-1);
    const last = latest?.block === block ? latest : this.#pending.find((pending) => pending.block === block);
    if (last) last.text += text;
    else this.#pending.push({ block, text });
  }

  /** Puts a hidden part in the place of a block. */
  hide(block: GrowingBlock, item: HiddenBlock['item']): void {
    const index = this.#blocks.indexOf(block);
    if (index >= 0) this.#blocks[index] = { type: 'hidden', item };
  }

  calls(): GrowingCall[] {
    return this.#blocks.filter((block) => block.type === 'tool_call');
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

  /** `used` are the call ids of the session so far. Blocks without text are left out. */
  finished(used: CallIds, makeId: () => string): AssistantBlock[] {
    return this.#blocks.flatMap((block) => finishedBlock(block, used, makeId));
  }

  hidden(): Hidden[] {
    const hidden: Hidden[] = [];
    let before = 0;
    for (const block of this.#blocks) {
      if (block.type === 'hidden') hidden.push({ before, item: block.item });
      else if (block.type === 'tool_call' || block.text !== '') before += 1;
    }
    return hidden;
  }
}

function finishedBlock(block: GrowingBlock, used: CallIds, makeId: () => string): AssistantBlock[] {
  switch (block.type) {
    case 'hidden':
      return [];
    case 'tool_call':
      return [finishedCall(block, used, makeId)];
    case 'text':
    case 'thinking':
      return finishedText(block);
  }
}

function finishedText({ type, text, signature }: GrowingText): AssistantBlock[] {
  if (text === '') return [];
  return [type === 'text' ? { type, text } : { type, text, ...(signature ? { signature } : {}) }];
}
