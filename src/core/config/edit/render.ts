import { Document, type Scalar, stringify } from 'yaml';
import type { z } from 'zod';

export type SettingValue = z.core.util.JSONType;

const WIDE = { lineWidth: 0 } as const;

/** A value on one line, as it can stand after a colon. `like` is the scalar it takes the place of: a quoted text stays quoted that way. */
export function renderInline(value: SettingValue, like?: Scalar.Parsed): string {
  if (typeof value === 'object' && value !== null) return stringify(value, { ...WIDE, collectionStyle: 'flow' }).trim();
  if (typeof value === 'string' && /[\r\n]/.test(value)) return JSON.stringify(value);
  const document = new Document(value);
  const quoted = typeof value === 'string' && (like?.type === 'QUOTE_DOUBLE' || like?.type === 'QUOTE_SINGLE');
  if (quoted) Object.assign(document.contents as object, { type: like.type });
  return document.toString(WIDE).trim();
}

/** A value inside `[…]` or `{…}`, where more characters need quotes. */
export function renderInFlow(value: SettingValue): string {
  return withoutBrackets(stringify([value], { ...WIDE, collectionStyle: 'flow' }));
}

/** `key: value` inside `{…}`. */
export function renderPairInFlow(key: string, value: SettingValue): string {
  return withoutBrackets(stringify({ [key]: value }, { ...WIDE, collectionStyle: 'flow' }));
}

function withoutBrackets(text: string): string {
  return text.trim().slice(1, -1).trim();
}

/** Lines of a pair in block style, each with its line end and that much space before it. */
export function renderPair(key: string, value: SettingValue, indent: number): string {
  return indented(stringify({ [key]: value }, WIDE), indent);
}

/** Lines of one list item in block style. */
export function renderItem(value: SettingValue, indent: number): string {
  return indented(stringify([value], WIDE), indent);
}

function indented(text: string, indent: number): string {
  const space = ' '.repeat(indent);
  return text.replace(/^(?=.)/gm, space);
}
