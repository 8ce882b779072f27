import { styleText } from 'node:util';
import type { Terminal } from './terminal.ts';

type Paint = (text: string) => string;

/** Colours by meaning. Without colour every function returns its text. */
export interface Style {
  readonly dim: Paint;
  readonly strong: Paint;
  readonly added: Paint;
  readonly removed: Paint;
  readonly failed: Paint;
  readonly waiting: Paint;
}

const plain: Paint = (text) => text;
export const PLAIN: Style = { dim: plain, strong: plain, added: plain, removed: plain, failed: plain, waiting: plain };

const COLOURED: Style = {
  dim: (text) => styleText('dim', text),
  strong: (text) => styleText('bold', text),
  added: (text) => styleText('green', text),
  removed: (text) => styleText('red', text),
  failed: (text) => styleText('red', text),
  waiting: (text) => styleText('yellow', text),
};

/** Colour only on a terminal, and not when `NO_COLOR` is set or the terminal is dumb. */
export function styleFor(stream: Terminal['stdout'], env: Terminal['env']): Style {
  return stream.isTTY && !env.NO_COLOR && env.TERM !== 'dumb' ? COLOURED : PLAIN;
}

/** Text of a model, file or command without the characters that steer a terminal or turn the direction of writing; line breaks and tabs stay. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === '\n' || character === '\t' ? character : '',
  );
}

/** The same on one line, clipped to `width` characters. */
export function oneLine(text: string, width: number): string {
  const line = harmless(text).replace(/\s+/g, ' ').trim();
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
}
