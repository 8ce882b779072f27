import type { z } from 'zod';
import type { SettingKind, SettingSpec } from '../../shared/settings-report.ts';
import { durationText, isDuration } from './duration.ts';
import { configJsonSchema } from './json-schema.ts';
import { KEY_HELP } from './key-help.ts';
import { isSecret } from './mask.ts';
import { configSchema } from './schema.ts';
import { defaultAt, schemaAt } from './schema-walk.ts';
import { isSecurityRelevant } from './security.ts';
import { unusedReason } from './unused.ts';

type Node = Readonly<Record<string, unknown>>;

/** Every key that a file may hold, in the order of the schema, with what a screen needs to show and to check it. */
export function settingSpecs(): readonly SettingSpec[] {
  return specsBelow(configJsonSchema(), []);
}

function specsBelow(node: Node, path: readonly string[]): SettingSpec[] {
  const { properties, additionalProperties } = node;
  const named = isNode(properties) ? Object.entries(properties).flatMap(([key, value]) => specsBelow(value as Node, [...path, key])) : [];
  const others = isNode(additionalProperties) ? specsBelow(additionalProperties, [...path, '*']) : [];
  const below = [...named, ...others];
  return below.length > 0 ? below : [specOf(node, path)];
}

function specOf(node: Node, path: readonly string[]): SettingSpec {
  const plain = isNode(node.anyOf) ? (node.anyOf[0] as Node) : node;
  const { min, max } = bounds(plain);
  const usual = written(path, defaultAt(configSchema, path));
  const unused = unusedReason(path);
  return {
    key: path.join('.'),
    kind: kindOf(plain, path),
    help: KEY_HELP[path.join('.')] ?? '',
    ...(Array.isArray(plain.enum) ? { options: plain.enum as string[] } : {}),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(usual === undefined ? {} : { default: usual }),
    effect: effectOf(path),
    security: isSecurityRelevant(path),
    ...(unused === undefined ? {} : { unused }),
  };
}

function kindOf({ type, enum: options, pattern, format, items }: Node, path: readonly string[]): SettingKind {
  if (options !== undefined) return 'choice';
  if (type === 'boolean' || type === 'integer' || type === 'number') return type;
  if (type === 'array') return (items as Node).type === 'string' ? 'list' : 'json';
  if (type !== 'string') return 'json';
  if (pattern !== undefined) return 'duration';
  if (isSecret(path)) return 'secret';
  return format === 'uri' ? 'address' : 'text';
}

function bounds({ minimum, exclusiveMinimum, maximum, type }: Node): { readonly min?: number; readonly max?: number } {
  const above = typeof exclusiveMinimum === 'number' && type === 'integer' ? exclusiveMinimum + 1 : exclusiveMinimum;
  const min = minimum ?? above;
  return {
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof maximum === 'number' && maximum !== Number.MAX_SAFE_INTEGER ? { max: maximum } : {}),
  };
}

function written(path: readonly string[], value: unknown): z.core.util.JSONType | undefined {
  return (isDuration(schemaAt(configSchema, path)) && typeof value === 'number' ? durationText(value) : value) as
    | z.core.util.JSONType
    | undefined;
}

/** What a session takes over when it begins and keeps, because the list of its tools must not change under the model. */
const KEPT: readonly string[] = [
  'approvals',
  'modes',
  'tools',
  'search',
  'fetch',
  'limits.tool_timeout_default',
  'limits.tool_timeouts',
  'limits.tool_output_max_bytes',
  'sub_agent.enabled',
  'sub_agent.orchestration_level',
];

function effectOf(path: readonly string[]): SettingSpec['effect'] {
  const key = `${path.join('.')}.`;
  return KEPT.some((prefix) => key.startsWith(`${prefix}.`)) ? 'new_session' : 'next_turn';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
