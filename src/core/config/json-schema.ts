import { z } from 'zod';
import { KEY_HELP } from './key-help.ts';
import { configSchema } from './schema.ts';

type Node = Readonly<Record<string, unknown>>;

const VARIABLE = '#/$defs/variable';

/**
 * The schema of a config file for editors.
 *
 * Looser than the check of the program in what only the program can know: a value may come from a variable, and a file may leave out what another
 * file says, so nothing but the parts of list items is required.
 */
export function configJsonSchema(): Node {
  const { $schema, $defs = {}, ...root } = z.toJSONSchema(configSchema, { io: 'input' }) as Node & { readonly $defs?: Node };
  const variable = {
    type: 'string',
    pattern: '\\$',
    description: 'Taken from environment variables: $NAME, or in braces with a fallback after :- .',
  };
  return { $schema, title: 'Configuration of Steiner', ...relaxed(root, []), $defs: { ...$defs, variable } };
}

function relaxed({ required: _, propertyNames: __, ...node }: Node, path: readonly string[]): Node {
  const help = KEY_HELP[path.join('.')];
  const described = help === undefined ? node : { description: help, ...node };
  if (node.type === 'object') {
    return {
      ...described,
      ...propertiesOf(node, path),
      ...(isNode(node.additionalProperties) ? othersOf(node.additionalProperties, path) : {}),
    };
  }
  return isConstrained(node) ? orVariable(described) : described;
}

function propertiesOf({ properties }: Node, path: readonly string[]): Node {
  if (!isNode(properties)) return {};
  const entries = Object.entries(properties).map(([key, value]) => [key, relaxed(value as Node, [...path, key])]);
  return { properties: Object.fromEntries(entries) };
}

function othersOf(additionalProperties: Node, path: readonly string[]): Node {
  return { additionalProperties: relaxed(additionalProperties, [...path, '*']) };
}

/** Whether `${NAME}` would not fit as it is written. */
function isConstrained({ type, enum: values, pattern, format }: Node): boolean {
  return (
    type === 'integer' || type === 'number' || type === 'boolean' || values !== undefined || pattern !== undefined || format !== undefined
  );
}

function orVariable({ description, default: usual, ...node }: Node): Node {
  const about = { ...(description === undefined ? {} : { description }), ...(usual === undefined ? {} : { default: usual }) };
  return { ...about, anyOf: [node, { $ref: VARIABLE }] };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
