import { relative, sep } from 'node:path';
import { withoutEnd } from '../../shared/without-end.ts';
import type { PathsConfig } from '../config/schema.ts';
import { blockedPaths } from '../sandbox/blocked-paths.ts';
import type { Surroundings } from '../sandbox/sandbox.ts';
import { filesAround } from '../sandbox/search-view.ts';
import { isBelow } from './paths.ts';

export interface ExcludeOptions {
  readonly root: string;
  readonly home: string;
  readonly paths: Pick<PathsConfig, 'exclude_paths' | 'exclude_patterns' | 'blocked_paths'>;
  /** Never listed and never searched, wherever the search starts. Absolute. */
  readonly secrets: readonly string[];
}

/** The secrets, and what is blocked now. */
export function neverShown(options: ExcludeOptions): readonly string[] {
  return [...options.secrets, ...blockedPaths(options).paths];
}

/** Where ripgrep starts, and with which of its options so that it skips what is hidden. `target` is relative to `cwd`. It finds in any order. */
export interface Search {
  readonly cwd: string;
  readonly target: string;
  readonly args: readonly string[];
  readonly surroundings: Surroundings;
}

/** Where ripgrep finds rules in the folders around the one that it starts in. */
const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore', '.git/info/exclude'];

const ALWAYS = ['.git'];
const OWN = ['.steiner/tmp', '.steiner/worktrees'];

/**
 * A search of a folder or file. Ignore files count, repository or not; hidden files are searched.
 *
 * Inside `.steiner`, which ignores itself, and outside the project only what was asked for and the secrets decide: there a search
 * was pointed at the place on purpose.
 */
export function planSearch(target: string, isFolder: boolean, options: ExcludeOptions): Search {
  const inRoot = isBelow(target, options.root);
  const inOwn = isBelow(target, `${options.root}${sep}.steiner`);
  const usesRoot = inRoot && !inOwn;
  const cwd = usesRoot ? options.root : isFolder ? target : target.slice(0, target.lastIndexOf(sep)) || sep;
  const shut = neverShown(options);
  const hidden = [
    ...(usesRoot ? [...OWN, ...options.paths.exclude_paths.map(trimSlashes)].map((path) => `/${escapeGlob(path)}`) : []),
    ...shut.filter((secret) => secret !== cwd && isBelow(secret, cwd)).map((secret) => `/${escapeGlob(relative(cwd, secret))}`),
    ...(inOwn ? [] : [...ALWAYS, ...options.paths.exclude_patterns]),
  ];
  const base = ['--no-config', '--hidden', '--no-require-git', ...(inOwn ? ['--no-ignore'] : [])];
  // The second form hides what lies in an excluded folder when the search starts there.
  const globs = hidden.flatMap((pattern) => [`--glob=!${pattern}`, `--glob=!${withoutEnd(pattern, '/')}/**`]);
  const surroundings = { hidden: shut, shown: inOwn ? [] : filesAround(cwd, IGNORE_FILES) };
  return { cwd, target: relative(cwd, target) || '.', args: [...base, ...globs], surroundings };
}

function trimSlashes(path: string): string {
  return withoutEnd(path.replace(/^(\.?\/)+/, ''), '/');
}

function escapeGlob(path: string): string {
  return path.replace(/[[\]{}*?!\\]/g, '\\$&');
}
