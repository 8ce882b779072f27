import { afterEach, expect, test } from 'vitest';
import { refusingAddress, startGarbageServer } from '../testing/broken-servers.ts';
import { ask, askInVain, faultModel, inVain, outline, SAFE } from '../testing/fault-rig.ts';
import { createGate } from '../testing/gate.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import type { Reply } from '../testing/model-script.ts';
import { type ModelServer, startModelServer } from '../testing/model-server.ts';
import { collect, collectRetrying, modelRequest, userMessage } from '../testing/provider-rig.ts';
import type { StreamEnd } from './provider.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

test('a web page in place of an answer is explained at once', async () => {
  const { outcome, url } = await askInVain({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<h1>Hello</h1>',
  });
  expect(outcome).toEqual(
    inVain(
      {
        code: 'provider_bad_answer',
        message: `The model server at ${url} answered with a web page (text/html).`,
        hint: 'Check that providers.box.base_url points to a Chat Completions API; it often ends in /v1.',
        safe: SAFE,
      },
      false,
    ),
  );
});

test.each<[string, Reply, string, boolean]>([
  ['another type', { status: 200, headers: { 'content-type': 'image/png' }, body: 'x' }, '"image/png" instead of an event stream', false],
  [
    'a malformed whole answer',
    { status: 200, headers: { 'content-type': 'application/json' }, body: '{"choices": [' },
    'text that is not JSON',
    false,
  ],
  ['a malformed event', { status: 200, body: ['data: {"choices": [\n\n'] }, 'a stream event that is not JSON', true],
  ['an event that is no object', { status: 200, body: ['data: 42\n\n'] }, 'a stream event that is not JSON', true],
  ['garbage', { broken: { garbage: 'SSH-2.0-OpenSSH_9.6\r\n' } }, 'something that is not HTTP', false],
])('%s is a bad answer', async (_, reply, what, transient) => {
  const { outcome, url } = await askInVain(reply);
  expect(outcome).toEqual(
    inVain(
      {
        code: 'provider_bad_answer',
        message: `The model server at ${url} answered with ${what}.`,
        hint: 'Check that providers.box.base_url points to a Chat Completions API; it often ends in /v1.',
        safe: SAFE,
      },
      transient,
    ),
  );
});

test('a server that is not there is named with what to check', async () => {
  const address = refusingAddress();
  const clock = new ManualClock();
  const events = await collectRetrying(
    faultModel({ url: address, retry: { max_attempts: 2 } }, clock).stream(modelRequest([userMessage('hi')])),
    clock,
  );
  expect(events).toEqual([
    { type: 'retry', attempt: 2, maxAttempts: 2, delay: 0, reason: 'the connection was refused' },
    {
      type: 'end',
      stop: 'error',
      blocks: [],
      problem: {
        code: 'provider_unreachable',
        message: `Could not reach the model server at ${address}: the connection was refused. Is it running?`,
        hint: 'Start it, or correct providers.box.base_url in the configuration.',
        safe: SAFE,
        detail: `ECONNREFUSED: connect ECONNREFUSED ${new URL(address).host}`,
      },
      transient: true,
    },
  ]);
});

test('a server that is no web server is told from one that is down', async () => {
  const garbage = await startGarbageServer(Buffer.from([0, 1, 2, 3]));
  const events = await collect(faultModel({ url: garbage.url }, new ManualClock()).stream(modelRequest([userMessage('hi')])));
  await garbage.close();
  expect(events.map((event) => (event.type === 'end' ? event.problem?.message : event.type))).toEqual([
    `The model server at ${garbage.url} answered with something that is not HTTP.`,
  ]);
});

test('a connection that closes without an answer is tried again', async () => {
  const { events } = await ask([{ broken: 'drop' }, { text: 'ok' }]);
  expect(outline(events)).toEqual(['the connection was reset', 'delta', 'end']);
});

test('an answer that breaks off is withdrawn and asked for again', async () => {
  const { events } = await ask([{ text: ['par', 'tial é'], cutAfter: 2, cutInsideCharacter: true }, { text: 'whole' }]);
  expect(events).toEqual([
    { type: 'delta', kind: 'text', text: 'par' },
    { type: 'reset' },
    { type: 'retry', attempt: 2, maxAttempts: 3, delay: 0, reason: 'the connection broke' },
    { type: 'delta', kind: 'text', text: 'whole' },
    { type: 'end', stop: 'complete', blocks: [{ type: 'text', text: 'whole' }] },
  ]);
});

test('an answer that keeps breaking off is kept as far as it came', async () => {
  const { events, url } = await ask([{ text: ['a', 'b'], cutAfter: 2 }], { retry: { enabled: false } });
  expect(events).toEqual([
    { type: 'delta', kind: 'text', text: 'a' },
    {
      type: 'end',
      stop: 'error',
      blocks: [{ type: 'text', text: 'a' }],
      problem: {
        code: 'provider_unreachable',
        message: `The connection to the model server at ${url} broke in the middle of an answer.`,
        hint: 'Send the prompt again.',
        safe: SAFE,
        detail: 'ECONNRESET: aborted',
      },
      transient: true,
    },
  ]);
});

test('a stream that ends without finishing is a cut, also before anything was shown', async () => {
  const { events } = await ask([{ text: ['a'], finish: null, done: false }, { cutAfter: 0 }, { text: 'ok' }]);
  expect(outline(events)).toEqual(['delta', 'reset', 'the connection broke', 'the connection broke', 'delta', 'end']);
});

test('an error inside the stream is told in the server’s words', async () => {
  const chunk = { error: { code: 502, message: 'Provider disconnected' } };
  const { outcome } = await askInVain({ status: 200, body: [`data: ${JSON.stringify(chunk)}\n\n`] });
  expect(outcome).toEqual(
    inVain(
      {
        code: 'provider_rejected',
        message: 'box/tiny reported an error in the middle of an answer: Provider disconnected',
        hint: 'Send the prompt again, or choose another model.',
        safe: SAFE,
      },
      true,
    ),
  );
});

test.each<[string, Reply, string]>([
  ['never answers', { broken: 'hang' }, 'did not answer within 30 s'],
  ['goes silent', { text: ['a', 'b'], hangAfter: 2 }, 'went silent for 30 s in the middle of an answer'],
])('a server that %s is given up after the time-out', async (_, reply, what) => {
  server = await startModelServer([reply]);
  const clock = new ManualClock();
  const stream = collect(
    faultModel({ url: server.url, retry: { enabled: false } }, clock).stream(modelRequest([userMessage('hi')])),
    (event) => {
      if (event.type === 'delta') setImmediate(() => void clock.advance(30_000));
    },
  );
  await server.request(0);
  if ('broken' in reply) await clock.advance(30_000);
  const end = (await stream).at(-1) as StreamEnd;
  expect([end.stop, end.problem, await server.requests[0]?.finished]).toEqual([
    'error',
    {
      code: 'provider_unreachable',
      message: `The model server at ${server.url} ${what}.`,
      hint: 'Send the prompt again. For a slow model, raise providers.box.timeout in the configuration.',
      safe: SAFE,
    },
    'dropped',
  ]);
});

test('a slow stream that keeps coming is not given up', async () => {
  const clock = new ManualClock();
  const gates = [createGate(), createGate()];
  server = await startModelServer([{ text: ['a', 'b', 'c'], pause: (frame) => gates[frame - 2]?.wait }]);
  let shown = 0;
  const events = await collect(faultModel({ url: server.url }, clock).stream(modelRequest([userMessage('hi')])), (event) => {
    const gate = event.type === 'delta' ? gates[shown++] : undefined;
    if (gate) void clock.advance(29_000).then(gate.open);
  });
  expect([events.at(-1), clock.monotonic()]).toEqual([{ type: 'end', stop: 'complete', blocks: [{ type: 'text', text: 'abc' }] }, 58_000]);
});

test('cancelling during the wait for the next attempt returns at once', async () => {
  server = await startModelServer([{ status: 500, headers: { 'retry-after': '20' } }]);
  const controller = new AbortController();
  const clock = new ManualClock();
  const request = modelRequest([userMessage('hi')], { signal: controller.signal });
  const events = await collect(
    faultModel({ url: server.url }, clock).stream(request),
    (event) => event.type === 'retry' && setImmediate(() => controller.abort()),
  );
  expect([events, clock.monotonic()]).toEqual([
    [
      { type: 'retry', attempt: 2, maxAttempts: 3, delay: 20_000, reason: 'HTTP 500' },
      { type: 'end', stop: 'cancelled', blocks: [] },
    ],
    0,
  ]);
});
