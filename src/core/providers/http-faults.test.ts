import { expect, test } from 'vitest';
import { ask, askInVain, inVain, SAFE, SECRET_KEY } from '../testing/fault-rig.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import type { Reply } from '../testing/model-script.ts';

test.each([401, 403])('a refused key (%i) names the setting and never the key', async (status) => {
  const { outcome } = await askInVain({ status, body: { error: { message: `Incorrect API key provided: ${SECRET_KEY}.` } } });
  expect(outcome).toEqual(
    inVain(
      {
        code: 'provider_auth',
        message: `box/tiny refused the API key (HTTP ${status}): Incorrect API key provided: ….`,
        hint: 'Check providers.box.api_key_env or providers.box.api_key in the configuration.',
        safe: SAFE,
      },
      false,
    ),
  );
});

test('a refused request gives the server’s own words, on one line and not too many', async () => {
  const { outcome } = await askInVain({ status: 400, body: { error: { message: `too\nlong ${'x'.repeat(300)}` } } });
  expect(outcome).toEqual(
    inVain(
      {
        code: 'provider_rejected',
        message: `box/tiny refused the request (HTTP 400): too long ${'x'.repeat(190)}…`,
        hint: 'Check the model id and its params in the configuration, and providers.box.base_url.',
        safe: SAFE,
      },
      false,
    ),
  );
});

test.each([
  ['{"detail":"no such model"}', ': no such model'],
  ['{"error":"model not found"}', ': model not found'],
  ['plain words', ': plain words'],
  ['<html>a page</html>', '.'],
  ['{broken', '.'],
  ['', '.'],
])('the error body %j is read as far as it can be', async (body, words) => {
  const { outcome } = await askInVain({ status: 404, body });
  expect(outcome).toEqual(
    inVain(
      {
        code: 'provider_rejected',
        message: `box/tiny refused the request (HTTP 404)${words}`,
        hint: 'Check providers.box.base_url and the model id in the configuration.',
        safe: SAFE,
      },
      false,
    ),
  );
});

test.each([500, 502, 529])('a failing server (%i) is tried again, then explained', async (status) => {
  const { outcome, url } = await askInVain({ status, body: { error: { message: 'overloaded' } } });
  expect(outcome).toEqual(
    inVain(
      {
        code: 'provider_rejected',
        message: `The model server at ${url} failed (HTTP ${status}): overloaded`,
        hint: 'The fault is on the server. Try again later, or choose another model.',
        safe: SAFE,
      },
      true,
    ),
  );
});

test.each([408, 409, 425])('status %i is tried again', async (status) => {
  const { events } = await ask([{ status }, { text: 'ok' }]);
  expect(events).toEqual([
    { type: 'retry', attempt: 2, maxAttempts: 3, delay: 0, reason: `HTTP ${status}` },
    { type: 'delta', kind: 'text', text: 'ok' },
    { type: 'end', stop: 'complete', blocks: [{ type: 'text', text: 'ok' }] },
  ]);
});

test('too many requests wait as long as the server asks, up to the limit', async () => {
  const date = new Date(new ManualClock().now() + 7_000).toUTCString();
  const waits = ['2', date, '3600', '-1', 'soon'].map((wait): Reply => ({ status: 429, headers: { 'retry-after': wait } }));
  const { events } = await ask([...waits, { status: 429 }], { retry: { max_attempts: 6 } });
  const retry = (attempt: number, delay: number) => ({ type: 'retry', attempt, maxAttempts: 6, delay, reason: 'too many requests' });
  expect(events).toEqual([
    retry(2, 2_000),
    retry(3, 5_000),
    retry(4, 30_000),
    retry(5, 0),
    retry(6, 0),
    {
      type: 'end',
      stop: 'error',
      blocks: [],
      problem: {
        code: 'rate_limited',
        message: 'box/tiny is receiving too many requests (HTTP 429).',
        hint: 'Wait a moment and send the prompt again, or choose another model.',
        safe: SAFE,
      },
      transient: true,
    },
  ]);
});
