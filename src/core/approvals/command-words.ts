/** One word of a command line: as the shell would pass it on, and as the parts between unquoted `*`, each of which stands for any text. */
export interface Word {
  readonly text: string;
  readonly parts: readonly string[];
}

/** What makes more of a line than one program with its words. A backslash before a newline joins lines. */
const SYNTAX = /[\n\r`$;&|<>()]/;
const IN_QUOTES = /[\n\r`$]/;

/**
 * The words of a single command, or nothing when the line is more than that: several commands, pipes, redirections, substitutions, variables,
 * or quotes that do not close. Cautious on purpose: what is not understood is not split.
 */
export function splitWords(line: string): readonly Word[] | undefined {
  const words: Word[] = [];
  let rest = line.trim();
  while (rest !== '') {
    const taken = takeWord(rest);
    if (!taken) return undefined;
    words.push(taken.word);
    rest = taken.rest.replace(/^[ \t]+/, '');
  }
  return words;
}

interface Taken {
  readonly word: Word;
  readonly rest: string;
}

function takeWord(line: string): Taken | undefined {
  let text = '';
  const parts = [''];
  let at = 0;
  while (at < line.length && !/[ \t]/.test(line[at] ?? '')) {
    const piece = takePiece(line, at);
    if (!piece) return undefined;
    text += piece.text;
    if (piece.wild) parts.push('');
    else parts[parts.length - 1] += piece.text;
    at = piece.end;
  }
  return { word: { text, parts }, rest: line.slice(at) };
}

interface Piece {
  readonly text: string;
  readonly wild?: boolean;
  readonly end: number;
}

function takePiece(line: string, at: number): Piece | undefined {
  const character = line[at] ?? '';
  if (character === "'") return quoted(line, at);
  if (character === '"') return doubleQuoted(line, at);
  if (character === '\\') return escaped(line, at);
  return SYNTAX.test(character) ? undefined : { text: character, wild: character === '*', end: at + 1 };
}

function quoted(line: string, at: number): Piece | undefined {
  const close = line.indexOf("'", at + 1);
  return close === -1 ? undefined : { text: line.slice(at + 1, close), end: close + 1 };
}

function doubleQuoted(line: string, at: number): Piece | undefined {
  let end = at + 1;
  while (end < line.length && line[end] !== '"') end += line[end] === '\\' ? 2 : 1;
  const content = line.slice(at + 1, end);
  if (end >= line.length || IN_QUOTES.test(content)) return undefined;
  return { text: content.replace(/\\(["\\])/g, '$1'), end: end + 1 };
}

function escaped(line: string, at: number): Piece | undefined {
  const next = line[at + 1];
  return next === undefined || next === '\n' ? undefined : { text: next, end: at + 2 };
}
