import { join, relative, sep } from 'node:path';
import { type ExcludeOptions, planSearch } from '../excludes.ts';
import { ripgrep, type SearchRun } from '../ripgrep.ts';

export interface ListOptions {
  /** Path of ripgrep. */
  readonly program: () => Promise<string>;
  readonly excludes: ExcludeOptions;
  readonly run: SearchRun;
}

/** Paths from the root of the project of the files below a folder, in no order; at most `most`. What ignore files hide is not among them. */
export async function listProject(folder: string, most: number, options: ListOptions): Promise<readonly string[]> {
  const { excludes, program, run } = options;
  const search = planSearch(folder, true, excludes);
  const found: string[] = [];
  await ripgrep(
    await program(),
    {
      args: ['--files', '--null', ...search.args, '--', search.target],
      search,
      separator: '\0',
      take: (piece) => found.push(relative(excludes.root, join(search.cwd, piece)).split(sep).join('/')) < most,
    },
    run,
  );
  return found;
}
