import { z } from 'zod';
import { nearestNames } from '../../shared/nearest.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { settingKey } from '../../shared/setting-key.ts';
import { crossFaults } from './cross-faults.ts';
import { isDuration } from './duration.ts';
import type { ConfigFault } from './fault.ts';
import { isTree, type Layer, placeOf, type SourcedLayer, type Tree, valueAt } from './layer.ts';
import { mergeLayers } from './merge.ts';
import { projectFaults } from './project-faults.ts';
import { type Config, configSchema } from './schema.ts';
import { schemaAt } from './schema-walk.ts';

type Issue = z.core.$ZodIssue;

/** Decodes the settings of all layers, of which later ones win. Every fault says where it was written, what is wrong and what is allowed. */
export function validate(layers: readonly SourcedLayer[]): Result<Config, readonly ConfigFault[]> {
  const layer = mergeLayers(layers);
  // One look at some hundred keys: to compile the check would take longer than the check.
  const parsed = configSchema.safeParse(layer.tree, { jitless: true });
  const own = projectFaults(layers).map((one) => fault(one.layer, one.path, one.message));
  const others = parsed.success
    ? crossFaults(parsed.data).map(({ path, message }) => fault(layer, path, message))
    : parsed.error.issues.flatMap((issue) => issueFaults(issue, layer));
  const faults = [...own, ...others];
  if (faults.length > 0) return err(inReadingOrder(faults, layer));
  return parsed.success ? ok(parsed.data) : err([]);
}

/** More rounds than a file has levels in which one fault hides another. */
const MOST_ROUNDS = 20;

/**
 * Also those that `validate` does not come to, because others are in the way: what is not well formed is left out until the rest is. Some may follow from
 * what was left out, so they are for comparing two states of a file.
 */
export function everyFault(layers: readonly SourcedLayer[]): readonly ConfigFault[] {
  let layer = mergeLayers(layers);
  const faults = projectFaults(layers).map((one) => fault(one.layer, one.path, one.message));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const parsed = configSchema.safeParse(layer.tree, { jitless: true });
    if (parsed.success) return [...faults, ...crossFaults(parsed.data).map(({ path, message }) => fault(layer, path, message))];
    faults.push(...parsed.error.issues.flatMap((issue) => issueFaults(issue, layer)));
    layer = { ...layer, tree: parsed.error.issues.flatMap(pathsOf).reduce(without, layer.tree) };
  }
  return faults;
}

function pathsOf(issue: Issue): readonly (readonly PropertyKey[])[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
}

/** Without what is at the path, or else what it should have been in. A list goes as a whole. */
function without(tree: Tree, path: readonly PropertyKey[]): Tree {
  const [step, ...rest] = path.map(String);
  if (step === undefined) return tree;
  const { [step]: inner, ...others } = tree;
  const isHere = isTree(inner) && rest.length > 0 && (rest.length > 1 || Object.hasOwn(inner, rest[0] ?? ''));
  return isHere ? { ...others, [step]: without(inner, rest) } : others;
}

function issueFaults(issue: Issue, layer: Layer): ConfigFault[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, issue.path, layer));
  const found = valueAt(layer.tree, issue.path);
  if (found === undefined) return [fault(layer, issue.path, 'is missing.')];
  return [fault(layer, issue.path, `${allowed(issue)}; found ${describe(found, issue)}.`)];
}

function unknownKey(key: string, path: readonly PropertyKey[], layer: Layer): ConfigFault {
  const keys = keysAt(path);
  const [near] = nearestNames(key, keys);
  const advice = near ? `Did you mean "${near}"?` : `Allowed here: ${keys.join(', ')}.`;
  return fault(layer, [...path, key], `unknown key. ${advice}`);
}

/** The keys that the schema knows at this path. */
function keysAt(path: readonly PropertyKey[]): string[] {
  const schema = schemaAt(configSchema, path);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a map',
  record: 'a map',
  array: 'a list',
};

function allowed(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (isDuration(schemaAt(configSchema, issue.path))) return 'must be a duration such as 30s, 5m or 1h30m';
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return 'must not be empty';
      return issue.inclusive ? `must be at least ${issue.minimum}` : `must be above ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'must be a full address such as http://localhost:1234/v1' : `must be ${issue.message}`;
    case 'custom':
      return issue.message;
    default:
      return 'is not a value that can be used here';
  }
}

/** Names the kind of what was found; the value itself only where it cannot hold a secret. */
function describe(value: unknown, issue: Issue): string {
  if (value === null) return 'nothing';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'string') return 'a map';
  const harmless =
    issue.code === 'invalid_value' ||
    (issue.code === 'invalid_format' && issue.format === 'regex') ||
    isDuration(schemaAt(configSchema, issue.path)) ||
    value === '';
  return harmless ? JSON.stringify(value.slice(0, 40)) : 'text';
}

function fault(layer: Layer, path: readonly PropertyKey[], message: string): ConfigFault {
  const place = placeOf(layer, path) ?? { file: 'configuration' };
  return { ...place, path: settingKey(path.map(String)), message };
}

function inReadingOrder(faults: readonly ConfigFault[], layer: Layer): ConfigFault[] {
  const files = [...new Set([...layer.places.values()].map((place) => place.file))];
  return faults.toSorted((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || (a.line ?? 0) - (b.line ?? 0));
}
