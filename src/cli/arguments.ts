import { parseArgs } from 'node:util';
import { nearestNames } from '../shared/nearest.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { FLAGS, type Flags } from './flags.ts';

export interface ParsedArguments {
  readonly flags: Flags;
  readonly words: readonly string[];
}

interface Shape {
  readonly flags: readonly (keyof Flags)[];
  /** How many words may follow; without it any number. */
  readonly maxWords?: number;
}

/** The error is a sentence for the person. Options may stand before or after words; what follows `--` is never an option. */
export function parseArguments(args: readonly string[], { flags, maxWords }: Shape): Result<ParsedArguments, string> {
  const known = Object.fromEntries(flags.map((name) => [name, optionOf(name)]));
  const { tokens, positionals } = parseArgs({ args: [...args], options: known, strict: false, tokens: true });
  const values: Record<string, string | boolean | readonly string[]> = {};
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const value = optionValue(token, flags);
    if (!value.ok) return value;
    const before = values[token.name];
    values[token.name] = isList(token.name) ? [...(Array.isArray(before) ? before : []), String(value.value)] : value.value;
  }
  const surplus = maxWords === undefined ? undefined : positionals[maxWords];
  if (surplus !== undefined) return err(`Unexpected argument "${surplus}".`);
  return ok({ flags: values, words: positionals });
}

function optionOf(name: keyof Flags): { readonly type: 'boolean' | 'string'; readonly short?: string } {
  const { type: kind, short } = FLAGS[name];
  const type = kind === 'boolean' ? kind : 'string';
  return short === undefined ? { type } : { type, short };
}

function isList(name: string): boolean {
  return Object.hasOwn(FLAGS, name) && FLAGS[name as keyof Flags].type === 'list';
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function optionValue(token: OptionToken, flags: readonly (keyof Flags)[]): Result<string | boolean, string> {
  const name = flags.find((flag) => flag === token.name);
  if (name === undefined) return err(unknownOption(token.rawName, flags));
  if (FLAGS[name].type === 'boolean') return token.inlineValue ? err(`${token.rawName} takes no value.`) : ok(true);
  const missing = token.value === undefined || token.value === '' || (!token.inlineValue && token.value.startsWith('-'));
  return missing ? err(`${token.rawName} needs a value: ${token.rawName} <${FLAGS[name].value ?? 'value'}>.`) : ok(token.value ?? '');
}

function unknownOption(raw: string, flags: readonly (keyof Flags)[]): string {
  const [meant] = raw.startsWith('--') ? nearestNames(raw.slice(2), flags) : [];
  return `Unknown option ${raw}.${meant === undefined ? '' : ` Did you mean --${meant}?`}`;
}
