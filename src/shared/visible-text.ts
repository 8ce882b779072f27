/** What would not be seen, or would move what is seen: controls, breaks of lines, and marks that turn the direction of writing. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text of somebody else on one line, with what cannot be seen spelled out, so that it is judged by what it holds. */
export function visibleLine(text: string): string {
  return text.replace(UNSEEN, (character) => NAMED[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same of a text that may have lines and tabs. */
export function visibleLines(text: string): string {
  return text.split('\n').map(lineWithTabs).join('\n');
}

/** A path as it is, or in quotes where it holds what cannot be seen: a name may have line ends, and is one name all the same. */
export function visiblePath(path: string): string {
  const visible = visibleLine(path);
  return visible === path ? path : JSON.stringify(path);
}

function lineWithTabs(line: string): string {
  return line.split('\t').map(visibleLine).join('\t');
}
