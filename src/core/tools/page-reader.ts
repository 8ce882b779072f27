import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { openReal } from './real-file.ts';
import { firstRunes, runeCount } from './runes.ts';
import { shownText, withoutCutMark } from './shown-text.ts';

const LINE_RUNES = 2_000;
const PAGE_RUNES = 65_536;
const SNIFF_BYTES = 8_192;
const CHUNK_BYTES = 128 * 1024;
const NEWLINE = 0x0a;
/** More bytes than the longest line that is shown can have. */
const LINE_BYTES = LINE_RUNES * 4 + 4;

export interface Page {
  /** Lines as they are in the file, line ends included, with control characters spelled out (`shownText`). */
  readonly text: string;
  /** Both 1-based and inclusive; `end` is `start - 1` when the page is empty. */
  readonly start: number;
  readonly end: number;
  readonly totalLines: number;
  /** Of the whole file. */
  readonly hash: string;
}

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
  /** What the lines may have, the first one excepted. */
  readonly maxBytes?: number;
}

/**
 * Reads a range of lines of a file of any size in one pass and constant memory. The value is undefined for a binary file.
 * Rejects with an errno, or when `signal` aborts.
 */
export async function readPage(path: string, range: PageRange, signal: AbortSignal): Promise<Page | undefined> {
  const handle = await openReal(path);
  try {
    return await scan(handle, new PageBuilder(range), signal);
  } finally {
    await handle.close();
  }
}

async function scan(handle: FileHandle, page: PageBuilder, signal: AbortSignal): Promise<Page | undefined> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return page.finish(hash.digest('hex').slice(0, 8));
    const chunk = buffer.subarray(0, bytesRead);
    if (position === 0 && chunk.subarray(0, SNIFF_BYTES).includes(0)) return undefined;
    hash.update(chunk);
    page.feed(chunk);
    position += bytesRead;
  }
}

/** Counts every line, keeps those of the page. */
class PageBuilder {
  readonly #first: number;
  readonly #last: number;
  readonly #lines: string[] = [];
  readonly #maxBytes: number;
  #runes = 0;
  #bytes = 0;
  #full = false;
  /** Lines that have ended so far. */
  #ended = 0;
  #open: Buffer[] = [];
  #openBytes = 0;

  constructor({ offset, limit, maxBytes = Number.POSITIVE_INFINITY }: PageRange) {
    this.#first = offset;
    this.#last = offset + limit - 1;
    this.#maxBytes = maxBytes;
  }

  feed(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#extend(chunk, from, at + 1);
      this.#endLine();
      from = at + 1;
    }
    this.#extend(chunk, from, chunk.length);
  }

  finish(hash: string): Page {
    if (this.#openBytes > 0) this.#endLine();
    const start = this.#first;
    return { text: this.#lines.join(''), start, end: start + this.#lines.length - 1, totalLines: this.#ended, hash };
  }

  #wanted(): boolean {
    const line = this.#ended + 1;
    return !this.#full && line >= this.#first && line <= this.#last;
  }

  /** The chunk's memory is used again, so what is kept is copied; of an endless line only what can be shown is. */
  #extend(chunk: Buffer, from: number, to: number): void {
    if (from === to) return;
    const room = LINE_BYTES - this.#openBytes;
    if (room > 0 && this.#wanted()) this.#open.push(Buffer.from(chunk.subarray(from, Math.min(to, from + room))));
    this.#openBytes += to - from;
  }

  #endLine(): void {
    if (this.#wanted()) this.#keep(renderLine(Buffer.concat(this.#open), this.#openBytes));
    this.#ended += 1;
    this.#open = [];
    this.#openBytes = 0;
  }

  #keep(line: string): void {
    const runes = runeCount(line);
    const bytes = Buffer.byteLength(line);
    if (this.#lines.length > 0 && (this.#runes + runes > PAGE_RUNES || this.#bytes + bytes > this.#maxBytes)) {
      this.#full = true;
      return;
    }
    this.#runes += runes;
    this.#bytes += bytes;
    this.#lines.push(line);
  }
}

/** `kept` may be only the start of a line that has `bytes`. */
function renderLine(kept: Buffer, bytes: number): string {
  const text = shownText(kept.toString('utf8'));
  const shown = firstRunes(text, LINE_RUNES);
  if (kept.length === bytes && (shown === text || text.slice(shown.length).trim() === '')) return text;
  return `${withoutCutMark(shown)}… [line cut: it has ${bytes} bytes]\n`;
}
