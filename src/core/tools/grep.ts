import { defineTool } from './define-tool.ts';
import { planSearch } from './excludes.ts';
import { grepContent } from './grep-content.ts';
import { grepFiles } from './grep-files.ts';
import { grepFilters } from './grep-filters.ts';
import { type GrepInput, grepInput } from './grep-input.ts';
import type { SearchDeps } from './listing.ts';
import { describeOpenFailure } from './missing-file.ts';
import { failure } from './outcome.ts';
import { realStats } from './real-file.ts';
import type { Tool, ToolContext, ToolOutcome } from './tool.ts';

const description = `Search file contents. In content mode each file is headed by its path and file_hash; a match is shown as line:column: text, a context line as line- text.
head_limit and offset count matches, or files in the other modes. Files that .gitignore names are left out.`;

export function createGrep(deps: SearchDeps): Tool {
  return defineTool<GrepInput>({
    name: 'grep',
    description,
    input: grepInput,
    parallel: 'tool',
    timeout: deps.timeout,
    paths: ({ path }) => [{ path: path ?? '.', access: 'read' }],
    run: (request, context) => grep(request, context, deps),
  });
}

async function grep(request: GrepInput, context: ToolContext, deps: SearchDeps): Promise<ToolOutcome> {
  const target = context.resolve(request.path ?? '.');
  try {
    const stats = await realStats(target);
    const isFolder = stats.isDirectory();
    if (!isFolder && !stats.isFile()) return failure('tool_failed', `${context.display(target)} is not a regular file.`);
    const search = planSearch(target, isFolder, deps.excludes);
    const filters = grepFilters(request, isFolder ? target : search.cwd, search);
    const common = { request, target, search, filters, program: await deps.program(), pageBytes: deps.pageBytes };
    return (request.output_mode ?? 'content') === 'content' ? await grepContent(common, context) : await grepFiles(common, context);
  } catch (error) {
    return describeOpenFailure(error, target, context);
  }
}
