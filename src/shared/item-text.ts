import type { TranscriptItem } from './fold-types.ts';

/** What can be found of an item, without what only a window says of it. */
export function itemText(item: TranscriptItem): string {
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
      return [item.agent, item.task, item.reason ?? ''].join('\n');
    case 'result': {
      const { title, facts, text } = item.completion;
      return [title, ...facts, text].join('\n');
    }
    case 'mode':
      return item.mode;
    case 'skill':
      return item.name;
    case 'compaction':
      return item.summary;
    case 'phase':
      return `${item.phase}\n${item.message ?? ''}`;
  }
}
