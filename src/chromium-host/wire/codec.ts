import { parse, stringify } from 'devalue';

const ERROR_TYPES = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError } as const;

interface ErrorFields {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/**
 * A value as text, with what structured clone keeps: Map, Set, Date, typed arrays, undefined, cycles, shared references, errors.
 * Throws a `DataCloneError` for what cannot be cloned, such as a function.
 */
export function encode(value: unknown): string {
  if (isJson(value, new Set())) return `j${JSON.stringify(value)}`;
  return `d${stringify(structuredClone(value), { Error: errorFields })}`;
}

export function decode(text: string): unknown {
  const body = text.slice(1);
  return text.startsWith('j') ? JSON.parse(body) : parse(body, { Error: errorOf });
}

/** Whether JSON gives the same value back; most traffic is of this kind and JSON is several times faster. */
function isJson(value: unknown, seen: Set<object>): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || seen.has(value)) return false;
  seen.add(value);
  if (Array.isArray(value)) return value.every((item) => isJson(item, seen)) && Object.keys(value).length === value.length;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((item) => isJson(item, seen)) && !('toJSON' in value);
}

function errorFields(value: unknown): ErrorFields | false {
  return value instanceof Error && { name: value.name, message: value.message, stack: value.stack };
}

function errorOf(fields: ErrorFields): Error {
  const known = Object.entries(ERROR_TYPES).find(([name]) => name === fields.name);
  const error = new (known?.[1] ?? Error)(fields.message);
  Object.defineProperty(error, 'stack', { value: fields.stack, configurable: true, writable: true });
  return error;
}
