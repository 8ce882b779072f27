import type { TranscriptItem } from '../../../shared/fold-types.ts';
import { modeWords } from './mode-words.ts';

/** Ids of the items that hold the words, in order. Case does not matter. */
export function findItems(items: readonly TranscriptItem[], query: string): readonly string[] {
  const needle = query.trim().toLowerCase();
  if (needle === '') return [];
  return items.filter((item) => searchText(item).toLowerCase().includes(needle)).map((item) => item.id);
}

function searchText(item: TranscriptItem): string {
  switch (item.kind) {
    case 'user':
      return item.text;
    case 'assistant':
      return item.blocks.map((block) => (block.type === 'tool_call' ? '' : block.text)).join('\n');
    case 'tool':
      return `${item.name}\n${item.arguments}\n${item.text ?? item.output}`;
    case 'notice':
      return `${item.message}\n${item.hint ?? ''}`;
    case 'turn':
      return item.message ?? '';
    case 'child':
      return `${item.agent}\n${item.task}`;
    case 'mode':
      return modeWords(item);
    case 'compaction':
      return item.summary;
    case 'phase':
      return `${item.phase}\n${item.message ?? ''}`;
  }
}
