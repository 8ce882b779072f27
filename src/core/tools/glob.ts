import { relative } from 'node:path';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { MAX_PATTERN } from './grep-input.ts';
import { EntryPage, listFiles, pageFields, refuseUnlessFolder, type SearchDeps } from './listing.ts';
import { pathMatcher } from './path-matcher.ts';
import type { Tool, ToolContext, ToolOutcome } from './tool.ts';

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(MAX_PATTERN)
    .describe('Such as **/*.ts or src/{a,b}/*.json; without a slash it matches names at any depth'),
  path: z.string().min(1).optional().describe('Folder to search; default the project'),
  ...pageFields,
});
type GlobInput = z.infer<typeof input>;

const description = `List files whose path below the searched folder matches a pattern, sorted. Files that .gitignore names are left out.`;

export function createGlob(deps: SearchDeps): Tool {
  return defineTool<GlobInput>({
    name: 'glob',
    description,
    input,
    parallel: 'tool',
    timeout: deps.timeout,
    paths: ({ path }) => [{ path: path ?? '.', access: 'read' }],
    run: (request, context) => glob(request, context, deps),
  });
}

async function glob(request: GlobInput, context: ToolContext, deps: SearchDeps): Promise<ToolOutcome> {
  const folder = context.resolve(request.path ?? '.');
  const refused = await refuseUnlessFolder(folder, context);
  if (refused) return refused;
  const matches = pathMatcher(request.pattern);
  const page = new EntryPage(request, deps.pageBytes);
  const failed = await listFiles(folder, deps, context, (path) => !matches(relative(folder, path)) || page.add(context.display(path)));
  return failed ?? page.outcome(context.display(folder), 'No file matches.');
}
