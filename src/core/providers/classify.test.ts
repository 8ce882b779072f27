import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { modelSpec } from '../testing/provider-rig.ts';
import { classify } from './classify.ts';
import type { Failure } from './failure.ts';

const clock = new ManualClock(Date.UTC(2026, 4, 1, 12, 0));
const HOUR = 3_600_000;
const zone = process.env.TZ;

beforeAll(() => {
  process.env.TZ = 'UTC';
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

function limited(error: Record<string, unknown>, headers: Record<string, string> = {}): Failure {
  return { kind: 'http', status: 429, headers: new Headers(headers), body: JSON.stringify({ error }) };
}

const seconds = (ms: number) => (clock.now() + ms) / 1_000;

test.each<[Failure, string, number?]>([
  [
    limited({ type: 'usage_limit_reached', resets_at: seconds(2 * HOUR + 600_000) }),
    ' It resets at 2026-05-01 14:10 (in 2 h 10 min).',
    2 * HOUR + 600_000,
  ],
  [limited({ type: 'usage_limit_reached', resets_in_seconds: 90 }), ' It resets at 2026-05-01 12:01 (in 2 min).', 90_000],
  [
    limited({ type: 'usage_limit_reached' }, { 'x-codex-primary-reset-at': String(seconds(50 * HOUR)) }),
    ' It resets at 2026-05-03 14:00 (in 2 d 2 h).',
    50 * HOUR,
  ],
  [limited({ type: 'usage_limit_reached', resets_at: seconds(31 * 24 * HOUR), resets_in_seconds: -5 }), ''],
  [limited({ type: 'insufficient_quota' }), ''],
  [limited({ type: 'usage_not_included' }), ''],
  [limited({ code: 'insufficient_quota' }), ''],
  [limited({ code: 'credit_balance_exhausted' }), ''],
  [limited({ code: 'organization_spend_limit_exceeded' }), ''],
  [limited({ code: 'project_spend_limit_exceeded' }), ''],
  [limited({ code: 'organization_usage_limit_exceeded' }), ''],
])('a 429 that waiting cannot fix is a usage limit: %j', (failure, reset, after) => {
  expect(classify(failure, modelSpec({ url: 'http://localhost/v1' }), clock)).toEqual({
    problem: {
      code: 'usage_limit',
      message: `The usage limit of box/tiny is reached.${reset}`,
      hint: 'Choose another model, or raise the limit with the provider.',
      safe: 'Nothing of the conversation is lost.',
      ...(after !== undefined && { resetsAt: clock.now() + after }),
    },
    reason: 'usage limit',
    transient: false,
    usageLimit: true,
  });
});

test('a spent budget is a usage limit only where the provider type says it like that', () => {
  const failure: Failure = { kind: 'http', status: 429, headers: new Headers(), body: 'Budget has been exceeded! Current cost: 11' };
  const kinds = (['litellm', 'openai_compat'] as const).map((type) => {
    const { problem, transient } = classify(failure, modelSpec({ url: 'http://localhost/v1', type }), clock);
    return [problem.code, transient];
  });
  expect(kinds).toEqual([
    ['usage_limit', false],
    ['rate_limited', true],
  ]);
});

test.each([
  ['ENOTFOUND', 'no host has that name', true],
  ['EAI_AGAIN', 'its name could not be looked up', true],
  ['ECONNRESET', 'the connection was reset', true],
  ['UND_ERR_CONNECT_TIMEOUT', 'the connection timed out', true],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is not trusted', false],
  ['', 'the connection failed', true],
])('the connection error %s is put in words', (code, reason, transient) => {
  const verdict = classify({ kind: 'transport', code, message: 'm' }, modelSpec({ url: 'https://models.test/v1/' }), clock);
  expect([verdict.problem.message, verdict.problem.detail, verdict.transient]).toEqual([
    `Could not reach the model server at https://models.test/v1: ${reason}.${transient ? ' Is it running?' : ''}`,
    code === '' ? 'm' : `${code}: m`,
    transient,
  ]);
});

test('header values are secrets too, with and without their scheme', () => {
  const spec = modelSpec({ url: 'http://localhost/v1', endpoint: { headers: { Authorization: 'Bearer abcdef123', 'X-Short': 'on' } } });
  const verdict = classify({ kind: 'transport', code: 'E', message: 'sent Bearer abcdef123, abcdef123 on' }, spec, clock);
  expect(verdict.problem.detail).toBe('E: sent …, … on');
});
