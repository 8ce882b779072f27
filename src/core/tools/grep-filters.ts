import { join, relative } from 'node:path';
import type { Search } from './excludes.ts';
import { FILE_TYPES } from './file-types.ts';
import type { GrepInput } from './grep-input.ts';
import { pathMatcher } from './path-matcher.ts';

export interface GrepFilters {
  readonly args: readonly string[];
  /** For paths that ripgrep could not be told about, by ripgrep's name for them. Absent when it was told all. */
  readonly accepts: ((name: string) => boolean) | undefined;
}

/** What the two ways of answering share. */
export interface GrepSearch {
  readonly request: GrepInput;
  readonly target: string;
  readonly search: Search;
  readonly filters: GrepFilters;
  readonly program: string;
  /** What the answer may have, its last lines and a single long entry excepted. */
  readonly pageBytes: number;
}

/**
 * Which files are searched. Ripgrep's own `--glob` would bring back files that are ignored, its types do not, but know names only:
 * a filter by path is applied to what it finds.
 */
export function grepFilters(request: GrepInput, base: string, search: Pick<Search, 'cwd'>): GrepFilters {
  const { glob, type } = request;
  const byName = type === undefined && glob !== undefined && !glob.includes('/');
  const names = type === undefined ? (byName ? [glob] : []) : FILE_TYPES[type].map((ending) => `*.${ending}`);
  const types = names.length === 0 ? [] : [...names.map((name) => `--type-add=wanted:${name}`), '--type=wanted'];
  if (glob === undefined || byName) return { args: types, accepts: undefined };
  const matches = pathMatcher(glob);
  return { args: types, accepts: (name) => matches(relative(base, join(search.cwd, name))) };
}

/** The arguments that say what to look for, perhaps in another form, and where. */
export function searchArgs({ request, search, filters }: GrepSearch, pattern = request.pattern): readonly string[] {
  return [
    ...search.args,
    ...filters.args,
    ...(request.case_insensitive ? ['--ignore-case'] : []),
    ...(request.multiline ? ['--multiline', '--multiline-dotall'] : []),
    '--regexp',
    pattern,
    '--',
    search.target,
  ];
}

/** Ripgrep's name for a file, made absolute. */
export function foundPath({ search }: GrepSearch, path: string): string {
  return join(search.cwd, path);
}
