import { join, relative } from 'node:path';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { type ExcludeOptions, neverShown } from './excludes.ts';
import { EntryPage, listFiles, pageFields, refuseUnlessFolder, type SearchDeps } from './listing.ts';
import { describeOpenFailure } from './missing-file.ts';
import { pathMatcher } from './path-matcher.ts';
import { isBelow } from './paths.ts';
import { readRealFolder } from './real-file.ts';
import type { Tool, ToolContext, ToolOutcome } from './tool.ts';

const input = z.strictObject({
  path: z.string().min(1).optional().describe('Folder; default the project'),
  recursive: z.boolean().optional().describe('All files below instead of the entries; leaves out what .gitignore names'),
  ...pageFields,
});
type LsInput = z.infer<typeof input>;

const description = 'List a folder, sorted by name; folders end with a slash.';

export function createLs(deps: SearchDeps): Tool {
  return defineTool<LsInput>({
    name: 'ls',
    description,
    input,
    parallel: 'tool',
    timeout: deps.timeout,
    paths: ({ path }) => [{ path: path ?? '.', access: 'read' }],
    run: (request, context) => ls(request, context, deps),
  });
}

async function ls(request: LsInput, context: ToolContext, deps: SearchDeps): Promise<ToolOutcome> {
  const folder = context.resolve(request.path ?? '.');
  const refused = await refuseUnlessFolder(folder, context);
  if (refused) return refused;
  const page = new EntryPage(request, deps.pageBytes);
  const failed = request.recursive
    ? await listFiles(folder, deps, context, (path) => page.add(relative(folder, path)))
    : await listEntries(folder, deps.excludes, page).catch((error: unknown) => describeOpenFailure(error, folder, context));
  return failed ?? page.outcome(context.display(folder), 'The folder is empty.');
}

async function listEntries(folder: string, excludes: ExcludeOptions, page: EntryPage): Promise<undefined> {
  const isHidden = hiddenEntries(excludes);
  const entries = await readRealFolder(folder);
  const names = entries
    .filter((entry) => !isHidden(join(folder, entry.name)))
    .map((entry) => entry.name + (entry.isDirectory() ? '/' : ''));
  for (const name of names.sort()) page.add(name);
}

function hiddenEntries(options: ExcludeOptions): (path: string) => boolean {
  const { root, paths } = options;
  const own = ['.git', '.steiner/tmp', '.steiner/worktrees', ...paths.exclude_paths].map((path) => join(root, path));
  const folders = [...own, ...neverShown(options)];
  const patterns = paths.exclude_patterns.map(pathMatcher);
  return (path) => {
    if (folders.includes(path)) return true;
    return isBelow(path, root) && patterns.some((matches) => matches(relative(root, path)));
  };
}
