import { expect, test } from 'vitest';
import { modelDefinitionSchema } from '../config/schema.ts';
import { modelSpec, type SpecOptions } from '../testing/provider-rig.ts';
import { resolveFacts } from './facts/resolve-facts.ts';
import { requestCost } from './price.ts';

const USAGE = { input: 1_000_000, output: 100_000, cacheRead: 600_000, cacheWrite: 300_000 };
const AT = Date.UTC(2026, 5, 1);
const cost = (options: Partial<SpecOptions>, usage = USAGE) =>
  requestCost(modelSpec({ url: 'http://localhost/v1', ...options }), usage, AT);

test('cache tiers are priced apart, in billionths of a dollar', async () => {
  const listed = await cost({ type: 'anthropic', more: { id: 'claude-opus-4-5' } });
  expect(listed).toBe(100_000 * 5_000 + 600_000 * 500 + 300_000 * 6_250 + 100_000 * 25_000);
});

test('a configured price comes first, and tiers that it leaves out cost as other input', async () => {
  const price = { input: 2, output: 10, cache_read: 0.2 };
  expect(await cost({ type: 'anthropic', more: { id: 'claude-opus-4-5', price } })).toBe(
    400_000 * 2_000 + 600_000 * 200 + 100_000 * 10_000,
  );
});

test('the price of one token is not lost in rounding', async () => {
  const one = { input: 1, output: 0, cacheRead: 1, cacheWrite: 0 };
  expect(await cost({ more: { price: { input: 1, output: 1, cache_read: 0.025 } } }, one)).toBe(25);
});

test('a price of zero is a price', async () => {
  expect(await cost({ type: 'ollama', more: { price: { input: 0, output: 0 } } })).toBe(0);
});

test.each<[string, Partial<SpecOptions>]>([
  ['a model that the list does not know', { type: 'openai', more: { id: 'nobody-knows-this' } }],
  ['a server on this machine', { type: 'ollama', more: { id: 'gpt-5.1' } }],
  ['a seller that the list does not know', { url: 'https://models.example.test/v1', more: { id: 'gpt-5.1' } }],
])('the cost of %s is unknown, not zero', async (_, options) => {
  expect(await cost(options)).toBeUndefined();
});

test('the address finds the seller where the type does not', async () => {
  expect(await cost({ url: 'https://api.deepseek.com/v1', more: { id: 'deepseek-chat' } })).toBeGreaterThan(0);
});

test('what is kept for an hour is dearer to write', async () => {
  const usage = { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 1_000_000, cacheWriteHour: 400_000 };
  const listed = await cost({ type: 'anthropic', more: { id: 'claude-opus-4-5' } }, usage);
  const price = { input: 2, output: 10, cache_write: 3, cache_write_hour: 4 };
  expect([listed, await cost({ more: { price } }, usage)]).toEqual([600_000 * 6_250 + 400_000 * 10_000, 600_000 * 3_000 + 400_000 * 4_000]);
});

test('where the list knows no price, what the provider or the catalogue says counts', async () => {
  const definition = modelDefinitionSchema.parse({ provider: 'box', id: 'own' });
  const listed = { id: 'own', price: { input: 3, output: 30, cacheRead: 0.3 } };
  const facts = resolveFacts({ definition, type: 'litellm', listed });
  expect(await cost({ type: 'litellm', more: { id: 'own', facts } })).toBe(400_000 * 3_000 + 600_000 * 300 + 100_000 * 30_000);
});
