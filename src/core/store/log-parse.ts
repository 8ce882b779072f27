import { anyHeaderSchema, isEntry, type LogEntry, type LogHeader, logHeaderSchema } from './log-format.ts';

/** `torn`: not even the first line was finished. */
export type ParsedHeader =
  | { readonly kind: 'header'; readonly header: LogHeader }
  | { readonly kind: 'newer'; readonly schema: number }
  | { readonly kind: 'torn' }
  | { readonly kind: 'damaged' };

export interface ParsedLog {
  readonly header: ParsedHeader;
  /** Name of the last entry, if there is one. */
  readonly last: string | null;
  /** Lines between good ones that cannot be read. */
  readonly corrupt: number;
  /** Bytes up to the end of the last readable line; what lies behind is a torn tail. */
  readonly goodBytes: number;
  /** Lines in those bytes, readable or not. */
  readonly lines: number;
}

/** Reads what can be read of a log, line by line. An unfinished or unreadable end is left to the caller as the bytes behind `goodBytes`. */
export class LogParser {
  #header: ParsedHeader = { kind: 'torn' };
  #last: string | null = null;
  #lines = 0;
  #entries = 0;
  #good = 0;
  #goodBytes = 0;

  /** The entry on the next line, when it holds one. `end` is the offset behind its newline. */
  read(line: string, end: number): LogEntry | undefined {
    this.#lines += 1;
    if (this.#lines === 1) {
      this.#header = parseHeader(line);
      if (this.#header.kind !== 'damaged') this.#isGood(end);
      return undefined;
    }
    const entry = parseEntry(line);
    if (!entry) return undefined;
    this.#entries += 1;
    this.#last = entry.id;
    this.#isGood(end);
    return entry;
  }

  get header(): ParsedHeader {
    return this.#header;
  }

  /** What was read so far. */
  get log(): ParsedLog {
    const corrupt = Math.max(0, this.#good - 1 - this.#entries);
    return { header: this.#header, last: this.#last, corrupt, goodBytes: this.#goodBytes, lines: this.#good };
  }

  #isGood(end: number): void {
    [this.#good, this.#goodBytes] = [this.#lines, end];
  }
}

function parseHeader(line: string): ParsedHeader {
  const json = parseJson(line);
  const known = logHeaderSchema.safeParse(json);
  if (known.success) return { kind: 'header', header: known.data };
  const other = anyHeaderSchema.safeParse(json);
  if (other.success && other.data.schema > 1) return { kind: 'newer', schema: other.data.schema };
  return { kind: 'damaged' };
}

/** Undefined when the line cannot be read. */
export function parseEntry(text: string): LogEntry | undefined {
  const entry = parseJson(text);
  return isEntry(entry) ? entry : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
