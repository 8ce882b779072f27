import type { ToolItem } from '../../../shared/fold-types.ts';
import { plural } from '../../ui/format.ts';
import type { GroupEntry } from './rows.ts';

/** What a group did, in one sentence: `Read 3 files, searched twice, ran 2 commands`. */
export function groupSummary(entries: readonly GroupEntry[]): string {
  const calls = entries.filter((entry) => entry.kind === 'tool');
  const nameOf = (call: ToolItem) => (KNOWN.has(call.name) ? call.name : 'other');
  const named = new Set(calls.map(nameOf));
  const names = named.delete('other') ? [...named, 'other'] : [...named];
  const words = names.map((name) =>
    phrase(
      name,
      calls.filter((call) => nameOf(call) === name),
    ),
  );
  if (words.length === 0) return 'Thought';
  const sentence = words.join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

const KNOWN: ReadonlySet<string> = new Set(['read', 'ls', 'glob', 'grep', 'bash']);

function phrase(name: string, calls: readonly ToolItem[]): string {
  switch (name) {
    case 'read':
      return `read ${plural(new Set(calls.map((call) => call.arguments)).size, 'file')}`;
    case 'ls':
      return `listed ${plural(calls.length, 'folder')}`;
    case 'glob':
    case 'grep':
      return `${name === 'glob' ? 'looked for files' : 'searched'} ${times(calls.length)}`.trim();
    case 'bash':
      return `ran ${plural(calls.length, 'command')}`;
    default:
      return `made ${plural(calls.length, 'other call')}`;
  }
}

function times(value: number): string {
  if (value === 1) return '';
  return value === 2 ? 'twice' : `${value} times`;
}
