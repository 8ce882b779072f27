import { foldedText } from '../store/search-words.ts';

/** What is looked for: all of it has to stand in one text, in any order. */
export interface SearchQuery {
  /** Words, and phrases that stood in quotes, as texts are folded. None is a part of another. */
  readonly terms: readonly string[];
  /** All of it as it was typed, without quotes. */
  readonly whole: string;
}

/** Words apart by white space; what stands in double quotes belongs together. A quote that is not closed goes to the end. */
export function parseQuery(typed: string): SearchQuery {
  const parts = [...foldedText(typed).matchAll(/"([^"]*)(?:"|$)|[^\s"]+/g)].map(([part, phrase]) => (phrase ?? part).trim());
  const said = parts.filter((part) => part !== '');
  const terms = [...new Set(said)].filter((part) => !said.some((other) => other !== part && other.includes(part)));
  return { terms, whole: said.join(' ') };
}

/** Words that every line of a log holds outside its texts. */
const FRAME =
  'id parent time type data message.end tool.end role user assistant origin prompt steer notice text blocks thinking signature tool_call name arguments model ' +
  'provider stop complete usage input output cacheRead cacheWrite call isError true false null detail kind path command exitCode truncated sandboxed ' +
  'duration files bash read grep glob ls mutate apply_patch changes created modified deleted moved added removed patch replay blobs sha256';

/** Of more, the longest are looked for by the pattern: each order of them is a part of it. */
const MOST_IN_PATTERN = 3;

/**
 * A pattern that every line of a log matches whose texts hold all terms, whatever their case. A string is escaped as JSON is, and so is what is looked
 * for. Words that could be part of the frame of a line are looked for only where all are, in texts alone, by a pattern that takes several times as long.
 */
export function linePattern({ terms }: SearchQuery): string {
  const longest = terms.toSorted((a, b) => b.length - a.length);
  const telling = longest.filter((term) => !isFrame(term)).slice(0, MOST_IN_PATTERN);
  const [first = '', ...more] = telling.map(termPattern);
  if (telling.length === 0)
    return `"type":"(?:message|tool)\\.end","data":.*"(?:text|title)":"${STRING_REST}${termPattern(longest[0] ?? '')}`;
  if (more.length === 0) return `${first}${STRING_REST}"[,}\\]]`;
  return orders([first, ...more])
    .map((order) => order.join('.*'))
    .join('|');
}

const STRING_REST = '(?:[^"\\\\]|\\\\.)*';

function isFrame(term: string): boolean {
  return /^[0-9a-f]{1,8}$/.test(term) || FRAME.toLowerCase().includes(term);
}

/** Texts may hold an accent as a character of its own, and any white space. */
function termPattern(term: string): string {
  const letters = [...term].map((letter) => {
    if (letter === ' ') return '(?:\\s|\\\\[nrt])+';
    const apart = letter.normalize('NFD');
    return apart === letter ? escaped(letter) : `(?:${escaped(letter)}|${escaped(apart)})`;
  });
  return `(?i:${letters.join('')})`;
}

function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function orders(parts: readonly string[]): readonly (readonly string[])[] {
  if (parts.length < 2) return [parts];
  return parts.flatMap((part, index) => orders(parts.toSpliced(index, 1)).map((rest) => [part, ...rest]));
}
