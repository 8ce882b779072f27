import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { failure, success } from './outcome.ts';
import type { HistoryEntry, HistorySource, Tool, ToolOutcome } from './tool.ts';

const ENTRY_CHARS = 1_200;
const WHOLE_CHARS = 20_000;
const PAGE_CHARS = 24_000;
const AROUND_CHARS = 160;
const DEFAULT_COUNT = 20;

const input = z.strictObject({
  query: z.string().trim().min(1).optional().describe('Words that must all stand in an entry; case does not matter'),
  generation: z.number().int().min(1).optional().describe('Only entries of this generation'),
  from: z.number().int().min(1).optional().describe('First entry number, default 1'),
  count: z.number().int().min(1).max(100).optional().describe('Entries at most, default 20; 1 gives an entry whole, with its pictures'),
  offset: z.number().int().min(0).optional().describe('With count 1: first character'),
});
type HistoryInput = z.infer<typeof input>;

const description =
  'Read this conversation word for word, also what a summary has replaced. With query it lists the entries that hold all its words, else it pages through them by number.';

export interface HistoryToolOptions {
  readonly timeout: number;
  readonly source: HistorySource;
}

export function createHistory({ timeout, source }: HistoryToolOptions): Tool {
  return defineTool<HistoryInput>({
    name: 'history',
    description,
    input,
    parallel: 'tool',
    timeout,
    run: async (request) => history(await source(), request),
  });
}

function history(all: readonly HistoryEntry[], request: HistoryInput): ToolOutcome {
  const { query, generation, from = 1, count = DEFAULT_COUNT, offset = 0 } = request;
  const words = query?.toLowerCase().split(/\s+/) ?? [];
  const wanted = all.filter((entry) => entry.number >= from && (generation === undefined || entry.generation === generation));
  if (query === undefined && count === 1) return whole(wanted[0], all, offset);
  const found = wanted.filter(({ text }) => holdsAll(text.toLowerCase(), words));
  if (found.length === 0)
    return success(`${extent(all)} ${query === undefined ? 'None from there on.' : 'None of them holds these words.'}`);
  const shown = page(
    found.slice(0, count).map((entry) => `${head(entry)}\n${query === undefined ? start(entry) : around(entry.text, words)}`),
  );
  const next = found[shown.length]?.number;
  const more = next === undefined ? '' : `\n\n(${found.length - shown.length} more; go on with from ${next})`;
  return success(`${extent(all)}\n\n${shown.join('\n\n')}${more}`);
}

function whole(entry: HistoryEntry | undefined, all: readonly HistoryEntry[], offset: number): ToolOutcome {
  if (!entry) return failure('tool_failed', `There is no such entry. ${extent(all)}`);
  const text = entry.text.slice(offset, offset + WHOLE_CHARS);
  const end = offset + text.length;
  const more = end < entry.text.length ? `\n\n(${entry.text.length - end} more characters; go on with offset ${end})` : '';
  const { pictures = [] } = entry;
  return { ...success(`${head(entry)}\n${text}${more}`), ...(pictures.length > 0 ? { pictures } : {}) };
}

function extent(all: readonly HistoryEntry[]): string {
  return `Entries 1 to ${all.length} in ${all.at(-1)?.generation ?? 1} generation(s).`;
}

function head({ number, generation, who, pictures = [] }: HistoryEntry): string {
  const shows = pictures.length === 0 ? '' : ` · ${pictures.length === 1 ? '1 picture' : `${pictures.length} pictures`}`;
  return `#${number} · generation ${generation} · ${who}${shows}`;
}

function start({ text, number }: HistoryEntry): string {
  if (text.length <= ENTRY_CHARS) return text;
  return `${text.slice(0, ENTRY_CHARS)}… (${text.length - ENTRY_CHARS} more characters; from ${number} with count 1)`;
}

function holdsAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** What stands around the first word. */
function around(text: string, words: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0] ?? ''));
  const begin = Math.max(0, at - AROUND_CHARS);
  const end = Math.min(text.length, at + AROUND_CHARS);
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`;
}

/** As many as fit one answer, at least one. */
function page(entries: readonly string[]): readonly string[] {
  let size = 0;
  return entries.filter((entry, index) => {
    size += entry.length;
    return index === 0 || size <= PAGE_CHARS;
  });
}
