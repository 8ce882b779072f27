import type { AssistantItem, CompactionItem, ResultItem, ToolItem, TranscriptItem, UserItem } from './fold-types.ts';

/** What became of a message when the compaction came: it is in the summary, it stays because it is pinned, or it stays as one of the newest. */
export type Fate = 'summarised' | 'pinned' | 'stays';

export type Said = UserItem | AssistantItem | ToolItem | ResultItem;

export interface Entry {
  readonly item: Said;
  /** Absent in the generation that is still going on. */
  readonly fate?: Fate;
}

/** What the model was sent between two compactions. */
export interface Generation {
  /** From 1. */
  readonly number: number;
  /** The summary that stood first in it. */
  readonly before?: CompactionItem;
  readonly entries: readonly Entry[];
  /** The compaction that ended it. */
  readonly end?: CompactionItem;
}

/** The generations of a transcript, the one that goes on last. Compactions that were taken back divide nothing. */
export function generationsOf(items: readonly TranscriptItem[]): readonly Generation[] {
  const reader = new GenerationReader(() => true);
  for (const item of items) reader.read(item);
  return reader.generations();
}

/** The same from items given one after the other. Of generations that are not `wanted`, but for the last, the entries are left out. */
export class GenerationReader {
  readonly #wanted: (number: number) => boolean;
  readonly #ended: Generation[] = [];
  #said: readonly Said[] = [];
  #open: Said[] = [];
  #before: CompactionItem | undefined;

  constructor(wanted: (number: number) => boolean) {
    this.#wanted = wanted;
  }

  read(item: TranscriptItem): void {
    if (isSaid(item)) this.#open.push(item);
    if (item.kind !== 'compaction' || item.undone) return;
    const entries = fated([...this.#said, ...this.#open], item);
    const begun = this.#begun();
    this.#ended.push({ ...begun, entries: this.#wanted(begun.number) ? entries : [], end: item });
    this.#said = entries.flatMap((entry) => (entry.fate === 'summarised' ? [] : [entry.item]));
    this.#open = [];
    this.#before = item;
  }

  generations(): readonly Generation[] {
    return [...this.#ended, { ...this.#begun(), entries: [...this.#said, ...this.#open].map((item) => ({ item })) }];
  }

  #begun(): Pick<Generation, 'number' | 'before'> {
    return { number: this.#ended.length + 1, ...(this.#before ? { before: this.#before } : {}) };
  }
}

function isSaid(item: TranscriptItem): item is Said {
  return item.kind === 'user' || item.kind === 'assistant' || item.kind === 'tool' || item.kind === 'result';
}

/** A call shares the fate of the answer it stands in. Where the summary itself is the first that stays, nothing else does; a log that lost the first retained message keeps all. */
function fated(items: readonly Said[], { id, first, kept }: CompactionItem): readonly Entry[] {
  const found = items.findIndex((item) => messageOf(item) === first);
  const from = first === id ? items.length : Math.max(0, found);
  const pins = new Set(kept);
  let pinned = false;
  return items.map((item, index) => {
    if (item.kind !== 'tool') pinned = pins.has(messageOf(item) ?? '');
    return { item, fate: index >= from ? 'stays' : pinned ? 'pinned' : 'summarised' };
  });
}

/** The message that said it; a call belongs to the answer before it. */
function messageOf(item: Said): string | undefined {
  if (item.kind === 'tool') return undefined;
  return item.kind === 'result' ? item.message : item.id;
}

/** Whose words they are. */
export function speakerOf(item: Said): string {
  if (item.kind === 'tool') return item.name;
  if (item.kind === 'assistant') return 'Answer';
  if (item.kind === 'result') return 'Result';
  return item.origin === 'notice' ? 'Steiner' : 'You';
}

/** Everything that was said, as text. */
export function textOf(item: Said): string {
  if (item.kind === 'user') return item.text;
  if (item.kind === 'result') return [item.completion.title, ...item.completion.facts, item.completion.text].join('\n');
  if (item.kind === 'tool') return [item.arguments, item.text ?? ''].filter((part) => part !== '').join('\n\n');
  return item.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}
