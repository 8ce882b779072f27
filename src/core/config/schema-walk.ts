import { z } from 'zod';

/** The schema of the value at a path, without what makes it optional; `undefined` where the schema knows nothing. */
export function schemaAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  const inner = unwrap(schema);
  const [step, ...rest] = path;
  if (step === undefined) return inner;
  if (inner instanceof z.ZodObject) return schemaAt(inner.shape[String(step)], rest);
  if (inner instanceof z.ZodRecord) return schemaAt(inner.valueType, rest);
  return inner instanceof z.ZodArray ? schemaAt(inner.element, rest) : undefined;
}

function unwrap(schema: unknown): unknown {
  const wrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  return wrapped ? unwrap(schema.unwrap()) : schema;
}

/** What counts where a file says nothing: `undefined` when there is no default. Durations are milliseconds. */
export function defaultAt(schema: z.ZodType, path: readonly PropertyKey[]): unknown {
  const outer = schemaAt(schema, path.slice(0, -1));
  const last = path.at(-1);
  const own: unknown = outer instanceof z.ZodObject ? outer.shape[String(last)] : undefined;
  return own instanceof z.ZodDefault ? own.def.defaultValue : undefined;
}
