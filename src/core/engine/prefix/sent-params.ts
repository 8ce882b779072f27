import type { PrefixCause } from '../../../shared/prefix.ts';
import { isObject, objectOf, textOf } from '../../providers/wire-json.ts';

/** Parameters that say how to answer, not what was read: no provider keeps anything under them. */
const OF_THE_ANSWER: ReadonlySet<string> = new Set([
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'temperature',
  'top_p',
  'top_k',
  'stop',
  'stop_sequences',
  'seed',
  'store',
  'include',
]);

const OF_THE_EFFORT: ReadonlySet<string> = new Set(['reasoning_effort', 'reasoning', 'thinking', 'output_config']);

/** The parameters that matter for a cache, as text that is equal when they are. */
export function relevantParams(params: string): string {
  return JSON.stringify(Object.entries(parsed(params)).filter(([key]) => !OF_THE_ANSWER.has(key)));
}

/** What differs between the parameters of two requests to one model; undefined when nothing does that matters. */
export function paramsCause(was: string, is: string): PrefixCause | undefined {
  const [before, after] = [parsed(was), parsed(is)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !OF_THE_ANSWER.has(key));
  const names = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  if (names.length === 0) return relevantParams(was) === relevantParams(is) ? undefined : { kind: 'params', names: keys };
  if (!names.every((name) => OF_THE_EFFORT.has(name))) return { kind: 'params', names };
  const [from, to] = [effortOf(before), effortOf(after)];
  return { kind: 'effort', ...(from === undefined ? {} : { was: from }), ...(to === undefined ? {} : { is: to }) };
}

type Params = Readonly<Record<string, unknown>>;

function effortOf({ reasoning_effort, reasoning, thinking, output_config }: Params): string | undefined {
  const named = [reasoning_effort, objectOf(reasoning).effort, objectOf(output_config).effort].map(textOf).find((word) => word !== '');
  return named ?? (objectOf(thinking).type === 'disabled' ? 'none' : undefined);
}

function parsed(text: string): Params {
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : {};
}
