import { stripVTControlCharacters } from 'node:util';
import type { Picture } from '../../shared/attachments.ts';
import type { ToolDetail } from '../../shared/tool-detail.ts';
import { secretValues, type Variables } from '../lib/secret-values.ts';
import { firstUnits, lastUnits } from './runes.ts';
import { createStreamCleaner, type StreamCleaner } from './stream-cleaner.ts';

/** A `ToolOutcome`. */
interface Outcome {
  readonly text: string;
  readonly isError: boolean;
  readonly detail?: ToolDetail;
  readonly pictures?: readonly Picture[];
}

/** What every text of a tool goes through before the model, the log or the screen gets it. */
export interface Hygiene {
  /** Of a whole answer: its text and every text in its detail. */
  outcome(outcome: Outcome): Outcome;
  /** For output that comes in pieces, one cleaner per stream. */
  stream(): StreamCleaner;
}

/** Of longer lines of an answer the start and the end are kept. */
const MAX_LINE = 10_000;
/** Where the start of a text holds more than this share of broken characters, it is no text. */
const SNIFFED = 4_096;
const MIN_SNIFFED = 64;
const BROKEN_SHARE = 0.1;

const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;
const LONE_HALVES = /\p{Surrogate}/gu;

/** Hides the secrets of `vars` that are kept from commands, whose environment is `given`. */
export function createHygiene(vars: Variables, given: Variables): Hygiene {
  const secrets = secretValues(vars, given);
  const mask = createMask(secrets);
  const clean = (text: string) => mask(withoutControls(text));
  return {
    outcome: ({ text, detail, ...rest }) => ({
      ...rest,
      text: cutLines(clean(text)),
      ...(detail && { detail: mapTexts(detail, clean) as ToolDetail }),
    }),
    stream: () => createStreamCleaner({ clean, hides: (text) => endsInSecretStart(withoutControls(text), secrets) }),
  };
}

function createMask(secrets: ReadonlyMap<string, string>): (text: string) => string {
  return (text) => {
    let masked = text;
    for (const [secret, name] of secrets)
      if (masked.includes(secret)) masked = masked.replaceAll(secret, () => `[value of ${name} hidden]`);
    return masked;
  };
}

/** Whether more of a secret may follow. */
function endsInSecretStart(text: string, secrets: ReadonlyMap<string, string>): boolean {
  for (const secret of secrets.keys())
    for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1)
      if (text.endsWith(secret.slice(0, length))) return true;
  return false;
}

/** Without terminal escapes, control characters and halves of characters. */
export function withoutControls(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROLS, '').replace(LONE_HALVES, '\ufffd');
}

function cutLines(text: string): string {
  return text.length <= MAX_LINE ? text : mapLines(text, cutLine);
}

function cutLine(line: string): string {
  if (line.length <= MAX_LINE) return line;
  const [start, end] = [firstUnits(line, MAX_LINE / 2), lastUnits(line, MAX_LINE / 2)];
  return `${start}… [${line.length - start.length - end.length} characters of this line cut] …${end}`;
}

function mapLines(text: string, map: (line: string) => string): string {
  return text.split('\n').map(map).join('\n');
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map)]));
}

/** The text, or a line in its place when it is no text. Decoding has made broken bytes U+FFFD. */
export function withoutBinary(text: string): string {
  const start = text.slice(0, SNIFFED);
  const broken = start.split('\ufffd').length - 1;
  return start.length >= MIN_SNIFFED && broken > start.length * BROKEN_SHARE ? '[binary output left out]' : text;
}
