/**
 * The pattern in a form that matches once in a line, from where it first does to the line's end; undefined where it cannot be put into another. Of a line of megabytes
 * ripgrep names every match, of which only the first is used. Where the first match begins stays the same.
 */
export function oncePerLine(pattern: string): string | undefined {
  return isClosed(pattern) ? `(?:${pattern})(?-s:.*)` : undefined;
}

/** Whether its groups are closed, and nothing in it, such as a comment, would reach beyond its end. */
function isClosed(pattern: string): boolean {
  let depth = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (character === '[') at = classEnd(pattern, at);
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth < 0 || at >= pattern.length) return false;
  }
  return depth === 0 && !/\(\?[a-zA-Z-]*x/.test(pattern);
}

/** A bracket that stands first in a class is one of its characters. */
function classEnd(pattern: string, start: number): number {
  let at = pattern[start + 1] === '^' ? start + 2 : start + 1;
  if (pattern[at] === ']') at += 1;
  for (; at < pattern.length && pattern[at] !== ']'; at += 1) if (pattern[at] === '\\') at += 1;
  return at;
}
