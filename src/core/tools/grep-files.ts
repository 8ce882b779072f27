import { foundPath, type GrepSearch, searchArgs } from './grep-filters.ts';
import { DEFAULT_RESULTS } from './grep-input.ts';
import { fittingLines } from './listing.ts';
import { success } from './outcome.ts';
import { byKey, pathKey } from './path-order.ts';
import { ripgrep } from './ripgrep.ts';
import type { ToolContext, ToolOutcome } from './tool.ts';

/** Answers with file names, or with names and the number of matching lines. */
export async function grepFiles(grep: GrepSearch, context: ToolContext): Promise<ToolOutcome> {
  const isCount = grep.request.output_mode === 'count';
  const found: { readonly key: string; readonly line: string }[] = [];
  let matches = 0;
  const refused = await ripgrep(
    grep.program,
    {
      args: [isCount ? '--count' : '--files-with-matches', '--null', '--with-filename', ...searchArgs(grep)],
      search: grep.search,
      separator: isCount ? '\n' : '\0',
      take: (piece) => {
        const [name = '', count] = piece.split('\0');
        if (grep.filters.accepts?.(name) === false) return true;
        const path = foundPath(grep, name);
        matches += Number(count ?? 1);
        const shown = context.display(path);
        found.push({ key: pathKey(path), line: count === undefined ? shown : `${shown}: ${count}` });
        return true;
      },
    },
    context,
  );
  const lines = found.sort(byKey).map(({ line }) => line);
  return refused ?? describeFiles(grep, context, lines, matches);
}

function describeFiles(
  { request, target, pageBytes }: GrepSearch,
  context: ToolContext,
  found: readonly string[],
  matches: number,
): ToolOutcome {
  const offset = request.offset ?? 0;
  const page = fittingLines(found.slice(offset, offset + (request.head_limit ?? DEFAULT_RESULTS)), pageBytes);
  const more = found.length > offset + page.length;
  const total = page.length > 0 && page.length < found.length ? [`matches ${found.length}`] : [];
  const nothing = found.length === 0 ? 'No match.' : `There are only ${found.length} files.`;
  const lines = page.length === 0 ? [nothing] : [...page, ...(more ? [`next_offset ${offset + page.length}`] : []), ...total];
  const { pattern } = request;
  return success(lines.join('\n'), { kind: 'grep', pattern, path: context.display(target), matches, files: found.length, more });
}
