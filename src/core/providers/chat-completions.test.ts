import { afterEach, expect, test } from 'vitest';
import type { AssistantBlock } from '../../shared/messages.ts';
import { createSystemClock } from '../lib/clock.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import { createGate } from '../testing/gate.ts';
import type { Answer, Script } from '../testing/model-script.ts';
import { type ModelServer, startModelServer } from '../testing/model-server.ts';
import { collect, countingIds, modelRequest, modelSpec, type SpecOptions, userMessage } from '../testing/provider-rig.ts';
import { createChatModel } from './chat-completions.ts';
import type { Model, StreamEnd, StreamEvent } from './provider.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(script: Script, options: Omit<SpecOptions, 'url'> = {}): Promise<Model> {
  server = await startModelServer(script);
  return createChatModel(modelSpec({ url: server.url, ...options }), {
    clock: createSystemClock(),
    ids: countingIds(),
    fetch: createHttpFetch(),
  });
}

async function endOf(answer: Answer): Promise<StreamEnd> {
  const model = await start([answer]);
  const events = await collect(model.stream(modelRequest([userMessage('hi')])));
  return events.at(-1) as StreamEnd;
}

const text = (value: string): AssistantBlock => ({ type: 'text', text: value });

test('a request has the published shape and describes nothing of the machine', async () => {
  const model = await start([{ text: 'ok' }], {
    endpoint: { apiKey: 'sk-secret-key', headers: { 'X-Team': 'blue' } },
    params: { temperature: 0.2, stream: false, model: 'other' },
  });
  const tools = [{ name: 'read', description: 'Reads.', parameters: { type: 'object', properties: {} } }];
  await collect(model.stream(modelRequest([userMessage('hi')], { tools })));
  const request = await server?.request(0);
  expect(request?.body).toEqual({
    temperature: 0.2,
    stream: true,
    model: 'tiny',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hi' },
    ],
    tools: [{ type: 'function', function: tools[0] }],
    stream_options: { include_usage: true },
  });
  const { host, connection, 'content-length': length, ...headers } = request?.headers ?? {};
  expect(headers).toEqual({
    accept: 'application/json',
    authorization: 'Bearer sk-secret-key',
    'content-type': 'application/json',
    'user-agent': 'steiner',
    'x-team': 'blue',
  });
});

test('without a key no authorization is sent, and only type openai gets the cache key', async () => {
  const model = await start([{ text: 'ok' }, { text: 'ok' }], { type: 'openai' });
  await collect(model.stream(modelRequest([userMessage('hi')])));
  const request = await server?.request(0);
  expect([request?.headers.authorization, request?.body.prompt_cache_key]).toEqual([undefined, 'key']);
});

test('text, thinking and interleaved calls come back whole and in order', async () => {
  const end = await endOf({
    thinking: ['hm', '…'],
    text: ['Let me ', 'look.'],
    calls: [
      { name: 'read', arguments: '{ "path": "é" }', pieces: ['{ "path"', ': "é" }'] },
      { name: 'ls', arguments: {}, id: null },
    ],
    interleave: true,
    usage: { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 6 } },
  });
  expect(end).toEqual({
    type: 'end',
    stop: 'tool_calls',
    blocks: [
      { type: 'thinking', text: 'hm…' },
      text('Let me look.'),
      { type: 'tool_call', id: 'call_0_0', name: 'read', arguments: '{ "path": "é" }' },
      { type: 'tool_call', id: 'call_0000000000000000', name: 'ls', arguments: '{}' },
    ],
    usage: { input: 10, output: 4, cacheRead: 6, cacheWrite: 0 },
  });
});

test('an id that the session used before is replaced', async () => {
  const answer: Answer = {
    calls: [
      { name: 'ls', arguments: {}, id: 'call_0' },
      { name: 'ls', arguments: {}, id: 'call_0' },
    ],
  };
  const end = await endOf({ ...answer });
  expect(end.blocks).toEqual([
    { type: 'tool_call', id: 'call_0', name: 'ls', arguments: '{}' },
    { type: 'tool_call', id: 'call_0000000000000000', name: 'ls', arguments: '{}' },
  ]);
});

test.each<[string, Answer, Partial<StreamEnd>]>([
  ['the length limit', { text: 'a', finish: 'length' }, { stop: 'max_tokens', blocks: [text('a')] }],
  ['a content filter', { text: 'a', finish: 'content_filter' }, { stop: 'refusal', blocks: [text('a')] }],
  ['a refusal', { refusal: ['I ', 'won’t.'] }, { stop: 'refusal', blocks: [text('I won’t.')] }],
  ['an empty answer', {}, { stop: 'complete', blocks: [] }],
  ['an unknown finish reason', { text: 'a', finish: 'tired' }, { stop: 'complete', blocks: [text('a')] }],
  ['calls that finish with stop', { calls: [{ name: 'ls', arguments: '' }], finish: 'stop' }, { stop: 'tool_calls' }],
  ['no finish reason but the closing mark', { text: 'a', finish: null }, { stop: 'complete' }],
  ['no closing mark but a finish reason', { text: 'a', done: false }, { stop: 'complete' }],
  ['the reasoning field', { thinking: ['t'], thinkingField: 'reasoning' }, { blocks: [{ type: 'thinking', text: 't' }] }],
  ['unknown fields', { deltas: [{ content: 'a', audio: { id: 1 } }, { annotations: [] }] }, { blocks: [text('a')] }],
  [
    'usage in the choice',
    { usage: { prompt_tokens: 3, completion_tokens: 1 }, usageIn: 'choice' },
    { usage: { input: 3, output: 1, cacheRead: 0, cacheWrite: 0 } },
  ],
  [
    'arguments as an object, without index',
    { deltas: [{ tool_calls: [{ id: 'x', function: { name: 'ls', arguments: { path: '.' } } }] }], finish: 'tool_calls' },
    { blocks: [{ type: 'tool_call', id: 'x' as never, name: 'ls', arguments: '{"path":"."}' }] },
  ],
])('%s is understood', async (_, answer, expected) => {
  expect(await endOf(answer)).toMatchObject({ type: 'end', ...expected });
});

test('a server that does not stream is understood too', async () => {
  const body = {
    choices: [
      {
        finish_reason: 'tool_calls',
        message: { content: 'Hi', tool_calls: [{ id: 'x', type: 'function', function: { name: 'ls', arguments: '{}' } }] },
      },
    ],
    usage: { prompt_tokens: 2, completion_tokens: 1, cached_tokens: 1 },
  };
  const model = await start([{ status: 200, body }]);
  expect(await collect(model.stream(modelRequest([userMessage('hi')])))).toEqual([
    { type: 'delta', kind: 'text', text: 'Hi' },
    { type: 'delta', kind: 'tool_call', name: 'ls', text: '{}' },
    {
      type: 'end',
      stop: 'tool_calls',
      blocks: [text('Hi'), { type: 'tool_call', id: 'x', name: 'ls', arguments: '{}' }],
      usage: { input: 2, output: 1, cacheRead: 1, cacheWrite: 0 },
    },
  ]);
});

test('a stream shows what has arrived while the server waits', async () => {
  const gate = createGate();
  const model = await start([{ text: ['first', ' second'], pause: (frame) => (frame === 2 ? gate.wait : undefined) }]);
  const events = await collect(model.stream(modelRequest([userMessage('hi')])), (event) => event.type === 'delta' && gate.open());
  expect(events).toEqual([
    { type: 'delta', kind: 'text', text: 'first' },
    { type: 'delta', kind: 'text', text: ' second' },
    { type: 'end', stop: 'complete', blocks: [text('first second')] },
  ]);
});

test('a thousand pieces that arrive together are few events', async () => {
  const model = await start([{ text: Array.from({ length: 1_000 }, (_, index) => `${index} `) }]);
  const events = await collect(model.stream(modelRequest([userMessage('hi')])));
  const shown = events.flatMap((event) => (event.type === 'delta' ? [event.text] : [])).join('');
  expect([shown, events.length < 100]).toEqual([Array.from({ length: 1_000 }, (_, index) => `${index} `).join(''), true]);
});

test('one connection serves one request after the other', async () => {
  const model = await start(() => ({ text: 'ok' }));
  for (let turn = 0; turn < 5; turn += 1) {
    await collect(model.stream(modelRequest([userMessage('hi')])));
    await server?.requests[turn]?.finished;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([server?.requests.length, server?.connections()]).toEqual([5, 1]);
});

test('a cancelled stream keeps what came, and lets the connection go', async () => {
  const controller = new AbortController();
  const model = await start([{ text: ['partial', ' never'], hangAfter: 2 }]);
  const request = modelRequest([userMessage('hi')], { signal: controller.signal });
  const events = await collect(model.stream(request), (event) => event.type === 'delta' && controller.abort());
  expect([events, await server?.requests[0]?.finished]).toEqual([
    [
      { type: 'delta', kind: 'text', text: 'partial' },
      { type: 'end', stop: 'cancelled', blocks: [text('partial')] },
    ],
    'dropped',
  ]);
});

test('a request that is cancelled before it starts sends nothing', async () => {
  const model = await start([{ text: 'never' }]);
  const events = await collect(model.stream(modelRequest([userMessage('hi')], { signal: AbortSignal.abort() })));
  expect([events, server?.requests.length]).toEqual([[{ type: 'end', stop: 'cancelled', blocks: [] }], 0]);
});

test('leaving the iteration early lets the connection go', async () => {
  const model = await start([{ text: ['a', 'b'], hangAfter: 2 }]);
  const seen: StreamEvent[] = [];
  for await (const event of model.stream(modelRequest([userMessage('hi')]))) {
    seen.push(event);
    break;
  }
  expect([seen, await server?.requests[0]?.finished]).toEqual([[{ type: 'delta', kind: 'text', text: 'a' }], 'dropped']);
});
