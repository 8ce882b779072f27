import { globMatcher } from '../lib/glob.ts';

/** A pattern without a slash is about names, one with a slash about the whole relative path. */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const matches = globMatcher(pattern.replace(/^(\.?\/)+/, ''));
  return pattern.includes('/') ? matches : (path) => matches(path.slice(path.lastIndexOf('/') + 1));
}
