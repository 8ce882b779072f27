import { withoutEnd } from './without-end.ts';

/** A file or folder named in a prompt as `@path`, `@path:10-40`, `@folder/` or `@"a path with spaces"`. Offsets are of the whole mention in the text. */
export interface Mention {
  readonly path: string;
  /** Wanted lines, 1-based and inclusive; both or none. */
  readonly from?: number;
  readonly to?: number;
  readonly at: number;
  readonly end: number;
}

/** What stands before the sign that begins a mention, so that an address such as a@b.c is none. */
const BEFORE = /[\s([{"'`,;]/;
const RANGE = /^:(\d{1,7})(?:-(\d{1,7}))?/;
/** What ends a sentence rather than a path. */
const TRAILING = '.,;:!?)]}\'"`';

/** Every mention of a text, in order. Whether there is such a file is another question. */
export function findMentions(text: string): readonly Mention[] {
  const found: Mention[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (at > 0 && !BEFORE.test(text[at - 1] ?? '')) continue;
    const mention = text[at + 1] === '"' ? quotedAt(text, at) : plainAt(text, at);
    if (!mention) continue;
    found.push(mention);
    at = mention.end - 1;
  }
  return found;
}

function quotedAt(text: string, at: number): Mention | undefined {
  const close = text.indexOf('"', at + 2);
  const path = text.slice(at + 2, close);
  if (close === -1 || path === '' || path.includes('\n')) return undefined;
  return withRange(path, RANGE.exec(text.slice(close + 1, close + 20)), at, close + 1);
}

function plainAt(text: string, at: number): Mention | undefined {
  if (text[at + 1] === '@') return undefined;
  const [word = ''] = /^[^\s"]+/.exec(text.slice(at + 1)) ?? [];
  const colon = /:\d{1,7}(?:-\d{1,7})?(?=$|[.,;:!?)\]}'`])/.exec(word);
  const path = colon ? word.slice(0, colon.index) : withoutEnd(word, TRAILING);
  if (path === '') return undefined;
  return withRange(path, colon ? RANGE.exec(word.slice(colon.index)) : null, at, at + 1 + path.length);
}

function withRange(path: string, range: RegExpExecArray | null, at: number, end: number): Mention {
  if (!range) return { path, at, end };
  const [whole, first = '1', last = first] = range;
  const [from, to] = [Math.max(1, Number(first)), Math.max(1, Number(last))];
  return { path, from: Math.min(from, to), to: Math.max(from, to), at, end: end + whole.length };
}

/** A path as it is written after the sign, so that `findMentions` reads it back. */
export function mentionOf(path: string): string {
  const isPlain = !/[\s"]/.test(path) && withoutEnd(path, TRAILING) === path && !/:\d/.test(path) && !path.startsWith('@');
  return isPlain ? `@${path}` : `@"${path}"`;
}

/** The mention that is being typed where the caret stands: what of it is written, and where it begins. */
export function typedMention(text: string, caret: number): { readonly query: string; readonly at: number } | undefined {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);
  const match = /(?:^|[\s([{'`,;])@(?:"([^"]*)|([^\s"@]*))$/.exec(line);
  if (!match) return undefined;
  const [, quoted, plain = ''] = match;
  const query = quoted ?? plain;
  return { query, at: caret - query.length - (quoted === undefined ? 1 : 2) };
}
