import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPlugin, streamHtmlToMarkdown, type TransformPlugin } from '@mdream/js';
import { firstRunes, runeCount } from '../runes.ts';

const PRUNED = ['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'embed', 'form', 'button', 'nav', 'aside', 'footer'];
/** Characters that are converted before other work gets its turn. */
const SLICE = 16_384;
const MAX_TITLE = 300;

export interface Page {
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  /** Whether the page went on. */
  readonly truncated: boolean;
}

export interface MarkdownOptions {
  /** What relative links are relative to. */
  readonly base: URL;
  /** Of the Markdown, in code points. */
  readonly maxRunes: number;
}

/** Converts a page as it comes in, without what stands around its content, and stops when there is enough. */
export async function htmlToMarkdown(html: AsyncIterable<string>, { base, maxRunes }: MarkdownOptions): Promise<Page> {
  const head = { title: '', description: '' };
  const options = { origin: base.href, hooks: [headReader(head)], plugins: { filter: { exclude: PRUNED } }, clean: { emptyLinks: true } };
  const pieces: string[] = [];
  let room = maxRunes;
  for await (const piece of streamHtmlToMarkdown(ReadableStream.from(slices(html)), options)) {
    const kept = firstRunes(piece, room);
    pieces.push(kept);
    room -= runeCount(kept);
    if (kept.length < piece.length) return { ...oneLined(head), markdown: pieces.join(''), truncated: true };
  }
  return { ...oneLined(head), markdown: pieces.join('').trim(), truncated: false };
}

async function* slices(html: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of html) {
    for (let at = 0; at < text.length; at += SLICE) {
      yield text.slice(at, at + SLICE);
      await nextTurn();
    }
  }
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
