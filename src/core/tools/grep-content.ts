import { mapLimited } from '../lib/map-limited.ts';
import { hashFile } from './file-hash.ts';
import { type FoundFile, type FoundLine, GrepCollector, matchesIn, pathOfBegin, shortenEvent } from './grep-collect.ts';
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
/** The hash of a file and the blank line before it; the end of a line and a blank one that may part it from the one before. */
const FILE_HEAD = 30;
const LINE_ENDS = 2;
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

async function search(grep: GrepSearch, context: ToolContext, pattern: string | undefined): Promise<GrepCollector | ToolOutcome> {
  const { request } = grep;
  const before = request.before_context ?? request.context ?? 0;
  const after = request.after_context ?? request.context ?? 0;
  const offset = request.offset ?? 0;
  const limit = request.head_limit ?? DEFAULT_RESULTS;
  const { accepts } = grep.filters;
  const countOf = request.multiline ? matchesIn : undefined;
  const order = new InPathOrder({
    countOf,
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
  const collector = new GrepCollector({
    ...{ before, after, offset, limit, room: grep.pageBytes, countOf },
    bytesOf: (shown) => bytesOf(grep, context, shown),
  });
  for (const line of order.lines()) collector.take(line);
  collector.matches += order.uncounted.matches;
  collector.fileCount += order.uncounted.files;
  return collector;
}

async function describeMatches(grep: GrepSearch, context: ToolContext, collector: GrepCollector): Promise<ToolOutcome> {
  const { request, target } = grep;
  const { matches, files } = collector;
  const offset = request.offset ?? 0;
  const shown = files.flatMap((file) => file.lines).filter((line) => line.column !== undefined).length;
  const more = matches > offset + shown;
  const blocks = await mapLimited(files, HASHED_AT_ONCE, (file) =>
    describeFile(foundPath(grep, file.path), file, context, request.line_numbers !== false),
  );
  const page = [...(more ? [`next_offset ${offset + shown}`] : []), ...(shown < matches ? [`matches ${matches}`] : [])];
  const text = shown === 0 ? noMatch(matches) : [blocks.join('\n\n'), ...page].join('\n');
  const path = context.display(target);
  return success(text, { kind: 'grep', pattern: request.pattern, path, matches, files: collector.fileCount, more });
}

function noMatch(matches: number): string {
  return matches === 0 ? 'No match.' : `There are only ${matches} matches.`;
}

async function describeFile(path: string, file: FoundFile, context: ToolContext, numbers: boolean): Promise<string> {
  const hash = await hashFile(path, context.signal).catch(() => undefined);
  context.signal.throwIfAborted();
  const lines = file.lines.flatMap((line, index) => {
    const last = file.lines[index - 1];
    const text = describeLine(line, numbers);
    return last !== undefined && line.number > last.number + 1 && isWindowed(file) ? ['', text] : [text];
  });
  return [`${context.display(path)}${hash === undefined ? '' : ` (file_hash ${hash})`}`, ...lines].join('\n');
}

/** At most so much is told of a file's name and hash, or of a line. */
function bytesOf(grep: GrepSearch, context: ToolContext, shown: string | FoundLine): number {
  if (typeof shown === 'string') return Buffer.byteLength(context.display(foundPath(grep, shown))) + FILE_HEAD;
  return Buffer.byteLength(describeLine(shown, grep.request.line_numbers !== false)) + LINE_ENDS;
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
