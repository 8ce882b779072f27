import { relative, sep } from 'node:path';
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
  const cwd = slashes(relative(excludes.root, search.cwd));
  const above = cwd === '' ? '' : `${cwd}/`;
  const found: string[] = [];
  await ripgrep(
    await program(),
    {
      args: ['--files', '--null', ...search.args, '--', search.target],
      search,
      separator: '\0',
      take: (piece) => found.push(above + slashes(piece.startsWith(HERE) ? piece.slice(HERE.length) : piece)) < most,
    },
    run,
  );
  return found;
}

/** What ripgrep puts before a path when it starts where it stands. */
const HERE = `.${sep}`;

function slashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
