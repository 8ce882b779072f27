import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { configJsonSchema } from './json-schema.ts';
import { KEY_HELP } from './key-help.ts';
import { configSchema } from './schema.ts';
import { schemaAt } from './schema-walk.ts';

const schema = z.fromJSONSchema(configJsonSchema());

function accepts(yaml: string): boolean {
  return schema.safeParse(parse(yaml)).success;
}

test('the file that editors read is current; npm run schema writes it', () => {
  const file = new URL('../../../resources/config.schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(configJsonSchema());
});

test.each([
  '{}',
  'limits: {max_turns: 7, tool_timeouts: {bash: 1m}}',
  `limits: {max_turns: "\${TURNS}", tool_timeout_default: "\${T:-5s}"}`,
  `sandbox: {enabled: $SANDBOX, network: "\${NET:-off}"}`,
  'providers: {box: {timeout: 5s}}',
  'models: {definitions: {m: {provider: box, id: x, params: {stop: [a, {b: null}]}}}}',
])('what the program takes is accepted: %s', (yaml) => {
  expect(accepts(yaml)).toBe(true);
});

test.each([
  'limitz: {}',
  'limits: {max_turns: many}',
  'limits: {max_turns: 0}',
  'limits: {tool_timeout_default: 5 minutes}',
  'providers: {box: {type: openay}}',
  'providers: {box: {baseurl: "http://h"}}',
  'sandbox: {host_mounts: [{mode: rw}]}',
])('what it refuses is refused: %s', (yaml) => {
  expect(accepts(yaml)).toBe(false);
});

test('every help text belongs to a key', () => {
  const unknown = Object.keys(KEY_HELP).filter((key) => schemaAt(configSchema, key.split('.')) === undefined);
  expect(unknown).toEqual([]);
});
