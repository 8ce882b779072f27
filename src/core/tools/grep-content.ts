import { mapLimited } from '../lib/map-limited.ts';
import { hashFile } from './file-hash.ts';
import { type FoundFile, type FoundLine, GrepCollector, pathOfBegin, shortenEvent } from './grep-collect.ts';
import { foundPath, type GrepSearch, searchArgs } from './grep-filters.ts';
import { DEFAULT_RESULTS } from './grep-input.ts';
import { InPathOrder } from './grep-order.ts';
import { oncePerLine } from './once-per-line.ts';
import { success } from './outcome.ts';
import { ripgrep } from './ripgrep.ts';
import { firstRunes } from './runes.ts';
import { shownText, withoutCutMark } from './shown-text.ts';
import type { ToolContext, ToolOutcome } from './tool.ts';

const LINE_RUNES = 400;
const HASHED_AT_ONCE = 4;
/** Sorting out is done once in so many matches. */
const SLACK = 1_000;

/** Answers with the matching lines, file by file. */
export async function grepContent(grep: GrepSearch, context: ToolContext): Promise<ToolOutcome> {
  const { request } = grep;
  const once = request.multiline ? undefined : oncePerLine(request.pattern);
  const found = await search(grep, context, once);
  // What is wrong with a pattern is told of it as it was given.
  const collected = 'text' in found && once !== undefined ? await search(grep, context, undefined) : found;
  return 'text' in collected ? collected : describeMatches(grep, context, collected);
}

/** Collects a page of at most so many matches. */
type Collect = (most: number) => GrepCollector;

async function search(grep: GrepSearch, context: ToolContext, pattern: string | undefined): Promise<Collect | ToolOutcome> {
  const { request } = grep;
  const before = request.before_context ?? request.context ?? 0;
  const after = request.after_context ?? request.context ?? 0;
  const offset = request.offset ?? 0;
  const limit = request.head_limit ?? DEFAULT_RESULTS;
  const { accepts } = grep.filters;
  const order = new InPathOrder({
    wanted: offset + limit,
    after,
    slack: SLACK,
    pathOf: (begin) => {
      const path = pathOfBegin(begin);
      return accepts?.(path) === false ? undefined : path;
    },
  });
  const args = ['--json', '--before-context', String(before), '--after-context', String(after), ...searchArgs(grep, pattern)];
  const take = { take: (line: string) => order.take(line), pass: (bytes: Buffer, start: number) => order.pass(bytes, start) };
  const refused = await ripgrep(grep.program, { args, search: grep.search, separator: '\n', ...take, shorten: shortenEvent }, context);
  if (refused) return refused;
  const lines = order.lines();
  return (most) => {
    const collector = new GrepCollector({ before, after, offset, limit: Math.min(limit, most) });
    for (const line of lines) collector.take(line);
    collector.matches += order.uncounted.matches;
    collector.fileCount += order.uncounted.files;
    return collector;
  };
}

async function describeMatches(grep: GrepSearch, context: ToolContext, collect: Collect): Promise<ToolOutcome> {
  const { request, target } = grep;
  const { collector, shown, text: found } = await fittingPage(grep, context, collect);
  const { matches } = collector;
  const offset = request.offset ?? 0;
  const more = matches > offset + shown;
  const page = [...(more ? [`next_offset ${offset + shown}`] : []), ...(shown < matches ? [`matches ${matches}`] : [])];
  const text = shown === 0 ? noMatch(matches) : [found, ...page].join('\n');
  const path = context.display(target);
  return success(text, { kind: 'grep', pattern: request.pattern, path, matches, files: collector.fileCount, more });
}

interface MatchPage {
  readonly collector: GrepCollector;
  readonly shown: number;
  readonly text: string;
}

/** The longest page that fits, of one match at least. */
async function fittingPage(grep: GrepSearch, context: ToolContext, collect: Collect): Promise<MatchPage> {
  const whole = collect(Number.POSITIVE_INFINITY);
  const heads = await mapLimited(whole.files, HASHED_AT_ONCE, (file) => describeHead(foundPath(grep, file.path), context));
  const pageOf = (collector: GrepCollector): MatchPage => {
    const { files } = collector;
    const shown = files.flatMap((file) => file.lines).filter((line) => line.column !== undefined).length;
    const blocks = files.map((file, index) => describeFile(heads[index] ?? '', file, grep.request.line_numbers !== false));
    return { collector, shown, text: blocks.join('\n\n') };
  };
  const page = pageOf(whole);
  if (Buffer.byteLength(page.text) <= grep.pageBytes) return page;
  let [fits, over] = [1, page.shown];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (Buffer.byteLength(pageOf(collect(middle)).text) <= grep.pageBytes) fits = middle;
    else over = middle;
  }
  return pageOf(collect(fits));
}

function noMatch(matches: number): string {
  return matches === 0 ? 'No match.' : `There are only ${matches} matches.`;
}

async function describeHead(path: string, context: ToolContext): Promise<string> {
  const hash = await hashFile(path, context.signal).catch(() => undefined);
  context.signal.throwIfAborted();
  return `${context.display(path)}${hash === undefined ? '' : ` (file_hash ${hash})`}`;
}

function describeFile(head: string, file: FoundFile, numbers: boolean): string {
  const lines = file.lines.flatMap((line, index) => {
    const last = file.lines[index - 1];
    const text = describeLine(line, numbers);
    return last !== undefined && line.number > last.number + 1 && isWindowed(file) ? ['', text] : [text];
  });
  return [head, ...lines].join('\n');
}

/** Blank lines part windows of context; plain matches follow each other closely. */
function isWindowed(file: FoundFile): boolean {
  return file.lines.some((line) => line.column === undefined);
}

function describeLine({ number, column, text }: FoundLine, numbers: boolean): string {
  const whole = shownText(firstRunes(text, LINE_RUNES + 1));
  const shown = firstRunes(whole, LINE_RUNES);
  const line = shown === whole ? whole : `${withoutCutMark(shown)}… [line cut]`;
  if (!numbers) return line;
  return column === undefined ? `${number}- ${line}` : `${number}:${column}: ${line}`;
}
