import { Slices } from '../lib/slices.ts';
import { anyHeaderSchema, type LogEntry, type LogHeader, logEntrySchema, logHeaderSchema } from './log-format.ts';

/** `torn`: not even the first line was finished. */
export type ParsedHeader =
  | { readonly kind: 'header'; readonly header: LogHeader }
  | { readonly kind: 'newer'; readonly schema: number }
  | { readonly kind: 'torn' }
  | { readonly kind: 'damaged' };

export interface ParsedLog {
  readonly header: ParsedHeader;
  readonly entries: readonly LogEntry[];
  /** Where each of them begins. */
  readonly offsets: readonly number[];
  /** Lines between good ones that cannot be read. */
  readonly corrupt: number;
  /** Bytes up to the end of the last readable line; what lies behind is a torn tail. */
  readonly goodBytes: number;
  /** Lines in those bytes, readable or not. */
  readonly lines: number;
}

interface Line {
  readonly start: number;
  /** Offset behind its newline. */
  readonly end: number;
}

/** Reads what can be read of a log. An unfinished or unreadable end is left to the caller as the bytes behind `goodBytes`. Others get their turn in between. */
export async function parseLog(bytes: Buffer): Promise<ParsedLog> {
  const slices = new Slices();
  const lines = splitLines(bytes);
  const textOf = ({ start, end }: Line): string => bytes.toString('utf8', start, end - 1);
  const header = parseHeader(lines[0] && textOf(lines[0]));
  const entries: LogEntry[] = [];
  const offsets: number[] = [];
  let good = lines[0] && header.kind !== 'damaged' ? 1 : 0;
  for (const [index, line] of lines.entries()) {
    const entry = index === 0 ? undefined : parseEntry(textOf(line));
    if (!entry) continue;
    entries.push(entry);
    offsets.push(line.start);
    good = index + 1;
    if (slices.over) await slices.pause();
  }
  return {
    header,
    entries,
    offsets,
    corrupt: Math.max(0, good - 1 - entries.length),
    goodBytes: lines[good - 1]?.end ?? 0,
    lines: good,
  };
}

function splitLines(bytes: Buffer): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (let newline = bytes.indexOf(10); newline >= 0; newline = bytes.indexOf(10, start)) {
    lines.push({ start, end: newline + 1 });
    start = newline + 1;
  }
  return lines;
}

function parseHeader(line: string | undefined): ParsedHeader {
  if (line === undefined) return { kind: 'torn' };
  const json = parseJson(line);
  const known = logHeaderSchema.safeParse(json);
  if (known.success) return { kind: 'header', header: known.data };
  const other = anyHeaderSchema.safeParse(json);
  if (other.success && other.data.schema > 1) return { kind: 'newer', schema: other.data.schema };
  return { kind: 'damaged' };
}

/** Undefined when the line cannot be read. */
export function parseEntry(text: string): LogEntry | undefined {
  const entry = logEntrySchema.safeParse(parseJson(text));
  return entry.success ? entry.data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
