import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPlugin, streamHtmlToMarkdown, type TransformPlugin } from '@mdream/js';
import { firstRunes, runeCount } from '../runes.ts';

const PRUNED = ['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'embed', 'form', 'button', 'nav', 'aside', 'footer'];
/** Characters that are converted before other work gets its turn. */
const SLICE = 16_384;
/** Of a page's source, characters that are converted: about as much as there is time for. */
const MAX_HTML = 4 * 1024 * 1024;
const MAX_TITLE = 300;

export interface Page {
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  /** Whether the page went on, and what ended it. */
  readonly truncated: false | 'size' | 'source';
}

export interface MarkdownOptions {
  /** What relative links are relative to. */
  readonly base: URL;
  /** Of the Markdown, in code points. */
  readonly maxRunes: number;
  /** Ends the conversion, which then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** Converts a page as it comes in, without what stands around its content, and stops when there is enough. */
export async function htmlToMarkdown(html: AsyncIterable<string>, { base, maxRunes, signal }: MarkdownOptions): Promise<Page> {
  const head = { title: '', description: '' };
  const options = { origin: base.href, hooks: [headReader(head)], plugins: { filter: { exclude: PRUNED } }, clean: { emptyLinks: true } };
  const pieces: string[] = [];
  const source = { isCut: false };
  let room = maxRunes;
  for await (const piece of streamHtmlToMarkdown(ReadableStream.from(slices(startOf(html, source), signal)), options)) {
    const kept = firstRunes(piece, room);
    pieces.push(kept);
    room -= runeCount(kept);
    if (kept.length < piece.length) return { ...oneLined(head), markdown: pieces.join(''), truncated: 'size' };
  }
  return { ...oneLined(head), markdown: pieces.join('').trim(), truncated: source.isCut && 'source' };
}

async function* startOf(html: AsyncIterable<string>, source: { isCut: boolean }): AsyncGenerator<string> {
  let room = MAX_HTML;
  for await (const text of html) {
    if (text.length > room) {
      source.isCut = true;
      yield text.slice(0, room);
      return;
    }
    yield text;
    room -= text.length;
  }
}

/** What no tag has ended is looked at again with each slice, so slices grow with it: a long address or text is not looked at hundreds of times. */
async function* slices(html: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  let open = '';
  let untagged = 0;
  for await (const text of html) {
    open += text;
    while (open.length >= Math.max(SLICE, untagged)) {
      signal.throwIfAborted();
      const slice = open.slice(0, Math.max(SLICE, untagged));
      open = open.slice(slice.length);
      const end = slice.lastIndexOf('>');
      untagged = end < 0 ? untagged + slice.length : slice.length - end - 1;
      yield slice;
      await nextTurn();
    }
  }
  yield open;
}

/** Takes title and description out of the page. */
function headReader(head: { title: string; description: string }): TransformPlugin {
  return createPlugin({
    onNodeEnter: ({ name, attributes }) => {
      const about = (attributes.name ?? attributes.property ?? '').toLowerCase();
      if (name === 'meta' && /^(og:)?description$/.test(about)) head.description ||= attributes.content ?? '';
    },
    processTextNode: ({ parent, value }) => {
      if (parent?.name !== 'title') return undefined;
      head.title += value;
      return { content: '', skip: true };
    },
  });
}

function oneLined({ title, description }: { readonly title: string; readonly description: string }) {
  const line = (text: string) => firstRunes(text.replace(/\s+/g, ' ').trim(), MAX_TITLE);
  return { title: line(title), description: line(description) };
}
