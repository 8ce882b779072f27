import picomatch from 'picomatch';

/** A pattern without a slash is about names, one with a slash about the whole relative path. */
export function pathMatcher(pattern: string): (path: string) => boolean {
  return picomatch(pattern.replace(/^(\.?\/)+/, ''), { dot: true, basename: !pattern.includes('/') });
}
