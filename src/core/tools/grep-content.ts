import { hashFile } from './file-hash.ts';
import { type FoundFile, type FoundLine, GrepCollector } from './grep-collect.ts';
import { foundPath, type GrepSearch, searchArgs } from './grep-filters.ts';
import { DEFAULT_RESULTS } from './grep-input.ts';
import { success } from './outcome.ts';
import { ripgrep } from './ripgrep.ts';
import { firstRunes } from './runes.ts';
import type { ToolContext, ToolOutcome } from './tool.ts';

const LINE_RUNES = 400;

/** Answers with the matching lines, file by file. */
export async function grepContent(grep: GrepSearch, context: ToolContext): Promise<ToolOutcome> {
  const { request } = grep;
  const before = request.before_context ?? request.context ?? 0;
  const after = request.after_context ?? request.context ?? 0;
  const collector = new GrepCollector({
    ...{ before, after },
    offset: request.offset ?? 0,
    limit: request.head_limit ?? DEFAULT_RESULTS,
    accepts: (path) => grep.filters.accepts(foundPath(grep, path)),
  });
  const refused = await ripgrep(
    grep.program,
    {
      args: ['--json', '--before-context', String(before), '--after-context', String(after), ...searchArgs(grep)],
      cwd: grep.search.cwd,
      separator: '\n',
      take: (line) => line === '' || collector.take(line),
    },
    context,
  );
  return refused ?? describeMatches(grep, context, collector);
}

async function describeMatches(grep: GrepSearch, context: ToolContext, collector: GrepCollector): Promise<ToolOutcome> {
  const { request, target } = grep;
  const { matches, files } = collector;
  const offset = request.offset ?? 0;
  const shown = files.flatMap((file) => file.lines).filter((line) => line.column !== undefined).length;
  const more = matches > offset + shown;
  const blocks = await Promise.all(
    files.map((file) => describeFile(foundPath(grep, file.path), file, context, request.line_numbers !== false)),
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

/** Blank lines part windows of context; plain matches follow each other closely. */
function isWindowed(file: FoundFile): boolean {
  return file.lines.some((line) => line.column === undefined);
}

function describeLine({ number, column, text }: FoundLine, numbers: boolean): string {
  const shown = firstRunes(text, LINE_RUNES);
  const line = shown === text ? text : `${shown}… [line cut]`;
  if (!numbers) return line;
  return column === undefined ? `${number}- ${line}` : `${number}:${column}: ${line}`;
}
