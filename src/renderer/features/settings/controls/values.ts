import type { SettingSpec } from '../../../../shared/settings-report.ts';
import type { Row } from '../model.ts';
import type { Value } from './control-props.ts';

/** What the shown file says, else what counts without it. */
export function shownValue({ scope, written, effective, spec }: Row): Value | undefined {
  const above = scope === 'user' && effective?.source.type === 'project';
  return written?.value ?? (above ? undefined : effective?.value) ?? spec.default;
}

export function asText(value: Value | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Typed text as the file is to say it. What is no number goes on as text, so that the loader says what is wrong with it. */
export function fromText(text: string, kind: SettingSpec['kind']): Value {
  const trimmed = text.trim();
  const isNumber = (kind === 'integer' || kind === 'number') && /^-?\d+(\.\d+)?$/.test(trimmed);
  return isNumber ? Number(trimmed) : trimmed;
}

/** A pasted key is meant as it is, but for one that is nothing but the name of a variable. */
export function secretFromText(text: string): string {
  const trimmed = text.trim();
  return /^\$\{\w+\}$/.test(trimmed) ? trimmed : trimmed.replaceAll('$', () => '$$');
}
