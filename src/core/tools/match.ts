import { findRun, findRuns } from './find-run.ts';
import { withoutControls } from './hygiene.ts';
import { shownText } from './shown-text.ts';

const LISTED = 5;
const SAMPLE = 120;
/** Comparisons up to which the built-in search is faster, even where it has to compare everything. */
const FEW = 50_000_000;

/** Start of every occurrence, not overlapping. */
export function occurrences(text: string, wanted: string): readonly number[] {
  if (text.length * wanted.length > FEW) return findRuns(text, wanted);
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
}

/** In a file whose lines all end in CRLF, the line ends of a model's text are meant the same way. */
export function inLineEndsOf(text: string, insert: string): string {
  const isCrlf = text.includes('\r\n') && !/(^|[^\r])\n/.test(text);
  return isCrlf ? insert.replace(/\r?\n/g, '\r\n') : insert;
}

export function describeAmbiguity(text: string, at: readonly number[]): string {
  const lines = at.slice(0, LISTED).map((position) => lineOf(text, position));
  const more = at.length > LISTED ? ` and ${at.length - LISTED} more` : '';
  return `old_string occurs ${at.length} times, at lines ${lines.join(', ')}${more}; add lines around it, or set replace_all`;
}

/** Says why a text was not found and where something like it is. `name` is what the model calls the text. */
export function describeMiss(text: string, wanted: string, name = 'old_string'): string {
  const lines = text.split('\n');
  const sought = wanted.split('\n');
  const shifted = findTrimmed(lines, sought);
  if (shifted !== undefined) return `${name} was not found; ${describeShift({ lines, sought, at: shifted, name })}`;
  const anchor = anchorOf(lines, sought);
  const near = anchor === undefined ? [] : linesWith(lines, anchor);
  if (near.length === 0) return `${name} was not found, and no line of it is in the file; read the file again`;
  const shown = near.slice(0, LISTED).map((line) => `\n    line ${line + 1}: ${sample(lines[line] ?? '')}`);
  return `${name} was not found as a whole; lines like ${JSON.stringify(sample(anchor ?? ''))} are at${shown.join('')}`;
}

/** Where the same lines are but for control characters, which the output of a command does not show, and the white space at their ends. */
function findTrimmed(lines: readonly string[], sought: readonly string[]): number | undefined {
  const trimmed = sought.map(bare);
  if (trimmed.every((line) => line === '')) return undefined;
  const at = findRun(lines.map(bare), trimmed);
  return at < 0 ? undefined : at;
}

function bare(line: string): string {
  return withoutControls(line).trim();
}

/** The line of the text that is looked for in the file: one that is there, else one that may be part of a line there. */
function anchorOf(lines: readonly string[], sought: readonly string[]): string | undefined {
  const there = new Set(lines.map((line) => line.trim()));
  const trimmed = sought.map((line) => line.trim());
  const present = trimmed.filter((line) => line !== '' && there.has(line));
  return present.find((line) => line.length > 2) ?? present[0] ?? trimmed.find((line) => line.length > 2);
}

interface Shift {
  readonly lines: readonly string[];
  readonly sought: readonly string[];
  readonly at: number;
  readonly name: string;
}

function describeShift({ lines, sought, at, name }: Shift): string {
  const differing = sought.flatMap((line, index) => {
    const actual = lines[at + index] ?? '';
    if (actual === line) return [];
    return [`\n    line ${at + index + 1} ${differenceOf(actual, line, name)}`];
  });
  const more = differing.length > LISTED ? `\n    and ${differing.length - LISTED} more lines` : '';
  const hidden = sought.some((line, index) => holdsControls(line) || holdsControls(lines[at + index] ?? ''));
  return `lines ${at + 1}-${at + sought.length} differ only in ${hidden ? 'control characters or ' : ''}white space:${differing.slice(0, LISTED).join('')}${more}`;
}

function differenceOf(actual: string, given: string, name: string): string {
  if (holdsControls(actual) || holdsControls(given)) return `is ${JSON.stringify(sample(actual))}`;
  const [has, wants] = [indentOf(actual), indentOf(given)];
  return has === wants ? 'white space at its end differs' : `is indented by ${nameIndent(has)}, ${name} by ${nameIndent(wants)}`;
}

function holdsControls(line: string): boolean {
  return shownText(line) !== line;
}

function linesWith(lines: readonly string[], anchor: string): readonly number[] {
  const same = lines.flatMap((line, index) => (line.trim() === anchor ? [index] : []));
  return same.length > 0 ? same : lines.flatMap((line, index) => (line.includes(anchor) ? [index] : []));
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function nameIndent(indent: string): string {
  if (indent === '') return 'nothing';
  const tabs = indent.replaceAll(' ', '').length;
  const spaces = indent.length - tabs;
  return [
    ...(tabs > 0 ? [`${tabs} tab${tabs === 1 ? '' : 's'}`] : []),
    ...(spaces > 0 ? [`${spaces} space${spaces === 1 ? '' : 's'}`] : []),
  ].join(' and ');
}

function lineOf(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function sample(line: string): string {
  const trimmed = shownText(line).trimEnd();
  return trimmed.length > SAMPLE ? `${trimmed.slice(0, SAMPLE)}…` : trimmed;
}
