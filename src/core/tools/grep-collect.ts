import { z } from 'zod';

const textSchema = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);
const lineSchema = z.object({ lines: textSchema, line_number: z.number().nullable() });
const matchSchema = lineSchema.extend({ submatches: z.array(z.object({ start: z.number() })) });

/** The lines of ripgrep's JSON output that are of use here. */
const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin'), data: z.object({ path: textSchema }) }),
  z.object({ type: z.literal('match'), data: matchSchema }),
  z.object({ type: z.literal('context'), data: lineSchema }),
  z.object({ type: z.literal('end') }),
  z.object({ type: z.literal('summary') }),
]);
type LineEvent = z.infer<typeof lineSchema>;
type MatchEvent = z.infer<typeof matchSchema>;

/** A path without anything that JSON writes in another way. */
const PLAIN_BEGIN = /^\{"type":"begin","data":\{"path":\{"text":"([^"\\]*)"\}\}\}$/;

/** The file that a `begin` line is about. There may be very many, so ripgrep is taken at its word here. */
export function pathOfBegin(json: string): string {
  const plain = PLAIN_BEGIN.exec(json)?.[1];
  if (plain !== undefined) return plain;
  return textOf((JSON.parse(json) as { readonly data: { readonly path: z.infer<typeof textSchema> } }).data.path);
}

const SUBMATCHES = '"submatches":[';
const START = '"start":';

/**
 * A very long line of JSON with no more of it than is used here: of a matching line of megabytes, ripgrep names every place. Quotes in texts are
 * escaped, so what is looked for stands nowhere else.
 */
export function shortenEvent(bytes: Buffer): string {
  const places = bytes.indexOf(SUBMATCHES);
  if (places >= 0) {
    const at = bytes.indexOf(START, places);
    const start = at < 0 ? undefined : /^\d+/.exec(bytes.toString('latin1', at + START.length, at + START.length + 20))?.[0];
    const submatches = start === undefined ? '' : `{${START}${start}}`;
    return `${bytes.toString('utf8', 0, places)}${SUBMATCHES}${submatches}]}}`;
  }
  const type = bytes.toString('latin1', 0, KIND_BYTES).includes('"match"') ? 'match' : 'context';
  return JSON.stringify({ type, data: { lines: { text: TOO_LONG }, line_number: null, submatches: [] } });
}

/** Enough of a line of JSON to hold its kind. */
const KIND_BYTES = 20;
const TOO_LONG = '[a line of more than 64 MiB, which is not shown]';

/** `column` is set on matches: 1-based, in characters. */
export interface FoundLine {
  readonly number: number;
  readonly column: number | undefined;
  readonly text: string;
}

export interface FoundFile {
  readonly path: string;
  readonly lines: FoundLine[];
}

export interface CollectOptions {
  readonly offset: number;
  readonly limit: number;
  readonly before: number;
  readonly after: number;
  /** Bytes for the page, but one match at least. */
  readonly room: number;
  /** How many matches a `match` line holds, where that can be several. */
  readonly countOf?: ((match: string) => number) | undefined;
  /** What a file by its path, or a line of it, takes. */
  readonly bytesOf: (shown: string | FoundLine) => number;
}

/** Takes ripgrep's events, file by file, and keeps the matches of one page with the context lines that belong to them. */
export class GrepCollector {
  readonly #options: CollectOptions;
  readonly files: FoundFile[] = [];
  matches = 0;
  fileCount = 0;
  #path = '';
  #fileMatches = 0;
  #file: FoundFile | undefined;
  #lastShown = 0;
  #waiting: FoundLine[] = [];
  #room: number;
  #full = false;

  constructor(options: CollectOptions) {
    this.#options = options;
    this.#room = options.room;
  }

  take(json: string): void {
    // After the page is full only the count matters, and most lines need not be parsed for that.
    if (this.#isPast() && json.startsWith('{"type":"match"') && this.#options.after === 0) {
      this.#count(this.#options.countOf?.(json));
      return;
    }
    const event = eventSchema.parse(JSON.parse(json));
    switch (event.type) {
      case 'begin':
        this.#begin(textOf(event.data.path));
        break;
      case 'match':
        this.#match(event.data);
        break;
      case 'context':
        this.#context(toLines(event.data, []));
        break;
      case 'end':
      case 'summary':
        break;
    }
  }

  #isPast(): boolean {
    return this.#full || this.matches >= this.#options.offset + this.#options.limit;
  }

  #begin(path: string): void {
    this.#path = path;
    this.#fileMatches = 0;
    this.#file = undefined;
    this.#lastShown = Number.NEGATIVE_INFINITY;
    this.#waiting = [];
  }

  #count(matches = 1): void {
    this.matches += matches;
    if (this.#fileMatches === 0) this.fileCount += 1;
    this.#fileMatches += matches;
  }

  /** Matches that adjoin over several lines come as one event. */
  #match(data: MatchEvent): void {
    const isWanted = this.matches >= this.#options.offset && !this.#isPast();
    const lines = linesOf(data);
    const isShown = isWanted && this.#show(lines);
    this.#count(countIn(lines));
    if (!isShown) this.#context(lines.map((line) => ({ ...line, column: undefined })));
  }

  /** False when there is no room for them on a page that has a match already. */
  #show(lines: readonly FoundLine[]): boolean {
    const first = lines[0]?.number ?? 0;
    const shown = [...this.#waiting.filter((line) => line.number >= first - this.#options.before), ...lines];
    const head = this.#file === undefined ? this.#options.bytesOf(this.#path) : 0;
    this.#room -= shown.reduce((sum, line) => sum + this.#options.bytesOf(line), head);
    if (this.#room < 0 && this.files.length > 0) {
      this.#full = true;
      return false;
    }
    if (!this.#file) {
      this.#file = { path: this.#path, lines: [] };
      this.files.push(this.#file);
    }
    this.#file.lines.push(...shown);
    this.#waiting = [];
    this.#lastShown = lines.at(-1)?.number ?? first;
    return true;
  }

  /** A line near a match: shown when it follows a shown one closely, else kept for the next. */
  #context(lines: readonly FoundLine[]): void {
    for (const line of lines) {
      if (line.number <= this.#lastShown + this.#options.after) this.#follow(line);
      else this.#waiting.push(line);
    }
    this.#waiting = this.#options.before === 0 ? [] : this.#waiting.slice(-this.#options.before);
  }

  #follow(line: FoundLine): void {
    this.#room -= this.#file === undefined ? 0 : this.#options.bytesOf(line);
    if (this.#room >= 0) this.#file?.lines.push(line);
    else this.#full = true;
  }
}

/** How many matches a `match` line holds: lines in which one begins. Those that adjoin over several lines come as one. */
export function matchesIn(json: string): number {
  const event = eventSchema.parse(JSON.parse(json));
  return event.type === 'match' ? countIn(linesOf(event.data)) : 0;
}

function linesOf(data: MatchEvent): readonly FoundLine[] {
  return toLines(data, data.submatches.length === 0 ? [0] : data.submatches.map(({ start }) => start));
}

function countIn(lines: readonly FoundLine[]): number {
  return Math.max(1, lines.filter(({ column }) => column !== undefined).length);
}

/** `starts`: where matches begin, in bytes of the text, rising. A line has the first that begins in it. */
function toLines(data: LineEvent, starts: readonly number[]): readonly FoundLine[] {
  const first = data.line_number ?? 1;
  let [from, next] = [0, 0];
  return textOf(data.lines)
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => {
      const to = from + Buffer.byteLength(line) + 1;
      const start = starts[next] ?? to;
      const column = start < to ? columnOf(line, start - from) : undefined;
      while ((starts[next] ?? to) < to) next += 1;
      from = to;
      return { number: first + index, column, text: line.replace(/\r$/, '') };
    });
}

/** Ripgrep counts bytes, people and language servers count characters. */
function columnOf(line: string, byte: number): number {
  return [...Buffer.from(line).subarray(0, byte).toString('utf8')].length + 1;
}

function textOf(value: z.infer<typeof textSchema>): string {
  return 'text' in value ? value.text : Buffer.from(value.bytes, 'base64').toString('utf8');
}
