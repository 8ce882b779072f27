import type { IncomingMessage } from 'node:http';
import { firstRunes, runeCount } from '../runes.ts';
import type { ToolContext } from '../tool.ts';
import { readBytes, textDecoder, textOf } from './body.ts';
import { charsetOf, type Kind, kindOf } from './content-kind.ts';
import type { ExchangeOptions } from './exchange.ts';
import { FetchFailure } from './fetch-failure.ts';
import { type Answer, follow } from './follow.ts';
import { isLinkWall } from './link-wall.ts';
import { htmlToMarkdown } from './markdown.ts';
import { saveFetched } from './saved-file.ts';

const INLINE_RUNES = 10_000;
const MAX_SOURCE = 32 * 1024 * 1024;
const MAX_PICTURE = 5 * 1024 * 1024;
const SNIFFED = 8_192;
/** Of the whole time, what a server may take to say what it has. */
const HEAD_TIMEOUT = 5_000;

/** What came of a page; fields that do not apply are absent. */
export interface FetchedPage {
  readonly url: string;
  readonly statusCode: number;
  readonly title?: string;
  readonly description?: string;
  /** Code points of the whole text, or bytes of a picture. */
  readonly contentLength: number;
  readonly content: string;
  readonly filePath?: string;
  /** Line of the saved file to go on from, 1-based. */
  readonly nextOffset?: number;
  readonly totalLines?: number;
  readonly truncated: boolean;
  readonly notes: readonly string[];
}

export interface PageRequest extends Omit<ExchangeOptions, 'method'> {
  readonly url: URL;
  readonly maxSize: number;
}

/** Fetches one page. Throws a `FetchFailure`, or what the connection failed with. */
export async function fetchPage(request: PageRequest, context: ToolContext): Promise<FetchedPage> {
  await refuseByHead(request);
  const answer = await follow(request.url, { ...request, method: 'GET' });
  const { message, url } = answer;
  try {
    if (message.statusCode !== 200) throw new FetchFailure(`The server answered with status ${message.statusCode}.`);
    const kind = supported(kindOf(message.headers['content-type'], url));
    return await readAnswer(kind, answer, request, context);
  } finally {
    message.destroy();
  }
}

/** Spares the download of what cannot be shown. A server that does not answer this is asked for the page all the same. */
async function refuseByHead(request: PageRequest): Promise<void> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(HEAD_TIMEOUT)]);
  const answer = await follow(request.url, { ...request, signal, method: 'HEAD' }).catch(() => undefined);
  answer?.message.destroy();
  if (answer?.message.statusCode === 200) supported(kindOf(answer.message.headers['content-type'], answer.url));
}

/** What is said of a text that was cut, by what cut it. */
const GONE = {
  size: 'It was cut at max_size; the rest was not fetched.',
  source: 'The page is very long: the first 4 MiB of its HTML were converted, the rest was left out.',
} as const;

type SupportedKind = Exclude<Kind, { type: 'unsupported' }>;

function supported(kind: Kind): SupportedKind {
  if (kind.type === 'unsupported') throw new FetchFailure(`Content of type ${kind.name} cannot be shown; only text and pictures are.`);
  return kind;
}

function readAnswer(kind: SupportedKind, answer: Answer, request: PageRequest, context: ToolContext): Promise<FetchedPage> {
  switch (kind.type) {
    case 'html':
      return readHtml(answer, request, context);
    case 'text':
      return readText(answer, kind.ending, request.maxSize, context);
    case 'picture':
      return savePicture(answer, kind.ending, context);
  }
}

async function readHtml({ url, message }: Answer, request: PageRequest, context: ToolContext): Promise<FetchedPage> {
  const { maxSize: maxRunes, signal } = request;
  const { markdown, truncated, title, description } = await htmlToMarkdown(textOf(message, MAX_SOURCE), { base: url, maxRunes, signal });
  const hint = isLinkWall(markdown)
    ? ['The page is mostly links. A raw, .md or print variant of the address may hold the text itself.']
    : [];
  const page = await present({ text: markdown, ending: '.md', truncated: truncated === false ? false : GONE[truncated] }, context);
  return {
    ...{ url: url.href, statusCode: 200 },
    ...(title !== '' && { title }),
    ...(description !== '' && { description }),
    ...page,
    notes: [...page.notes, ...hint],
  };
}

async function readText({ url, message }: Answer, ending: string, maxBytes: number, context: ToolContext): Promise<FetchedPage> {
  const { bytes, truncated } = await readBytes(message, maxBytes);
  if (bytes.subarray(0, SNIFFED).includes(0) && !isWide(message))
    throw new FetchFailure('The answer is binary; only text and pictures can be shown.');
  // The last character may have been cut in two.
  const text = textDecoder(charsetOf(message.headers['content-type'])).decode(bytes, { stream: truncated });
  return { url: url.href, statusCode: 200, ...(await present({ text, ending, truncated: truncated && GONE.size }, context)) };
}

function isWide({ headers }: IncomingMessage): boolean {
  return /utf-?16/i.test(charsetOf(headers['content-type']) ?? '');
}

async function savePicture({ url, message }: Answer, ending: string, context: ToolContext): Promise<FetchedPage> {
  const { bytes, truncated } = await readBytes(message, MAX_PICTURE);
  if (truncated) throw new FetchFailure(`The picture is larger than ${MAX_PICTURE / 1024 / 1024} MiB.`);
  const filePath = await saveFetched(bytes, ending, context);
  const notes = [`The picture was saved to ${filePath}; look at it with read.`];
  return { url: url.href, statusCode: 200, contentLength: bytes.length, content: '', filePath, truncated, notes };
}

interface Text {
  readonly text: string;
  readonly ending: string;
  /** What is said where it was cut. */
  readonly truncated: false | string;
}

/** Short text as it is; of long text the start, and all of it in a file. */
async function present({ text, ending, truncated }: Text, context: ToolContext): Promise<Omit<FetchedPage, 'url' | 'statusCode'>> {
  const contentLength = runeCount(text);
  const gone = truncated === false ? [] : [truncated];
  const content = firstRunes(text, INLINE_RUNES);
  if (content === text) return { contentLength, content, truncated: truncated !== false, notes: gone };
  const filePath = await saveFetched(Buffer.from(text), ending, context);
  const nextOffset = content.split('\n').length;
  const totalLines = text.replace(/\n$/, '').split('\n').length;
  const notes = [`This is the start; all ${totalLines} lines are in ${filePath}. Go on with read from offset ${nextOffset}.`, ...gone];
  return { contentLength, content, filePath, nextOffset, totalLines, truncated: truncated !== false, notes };
}
