import { findRun } from '../find-run.ts';

const PUNCTUATION: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201b]/g, "'"],
  [/[\u201c-\u201f]/g, '"'],
  [/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' '],
];

/** From strict to lenient: a line is the same when it looks the same through one of these. */
const LADDER: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) => PUNCTUATION.reduce((text, [pattern, plain]) => text.replace(pattern, plain), line).trim(),
];

export interface SeekOptions {
  readonly from: number;
  /** Look where the file ends before anywhere else. */
  readonly atEnd?: boolean;
}

/** Index of the first place at or after `from` where the lines stand; a stricter comparison anywhere beats a lenient one before it. */
export function seek(lines: readonly string[], wanted: readonly string[], { from, atEnd = false }: SeekOptions): number | undefined {
  const last = lines.length - wanted.length;
  if (last < from) return undefined;
  for (const look of LADDER) {
    const sought = wanted.map(look);
    if (atEnd && sought.every((line, index) => look(lines[last + index] ?? '') === line)) return last;
    const start = findRun(lines.slice(from).map(look), sought);
    if (start >= 0) return from + start;
  }
  return undefined;
}
