import { afterEach, expect, test } from 'vitest';
import type { Message } from '../../shared/messages.ts';
import { createSystemClock } from '../lib/clock.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import type { Script } from '../testing/model-script.ts';
import { type ModelServer, startModelServer } from '../testing/model-server.ts';
import { collect, countingIds, modelRequest, modelSpec, type SpecOptions, userMessage } from '../testing/provider-rig.ts';
import { createResponsesModel } from './openai-responses.ts';
import type { Model, ModelRequest, StreamEnd } from './provider.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(script: Script, options: Omit<SpecOptions, 'url'> = {}): Promise<Model> {
  server = await startModelServer(script);
  const spec = modelSpec({ url: server.url, type: 'openai', wire: 'responses', ...options });
  return createResponsesModel(spec, { clock: createSystemClock(), ids: countingIds(), fetch: createHttpFetch() });
}

async function bodyOf(request: ModelRequest, options: Omit<SpecOptions, 'url'> = {}): Promise<Record<string, unknown>> {
  const model = await start([{ text: 'ok' }], options);
  await collect(model.stream(request));
  return { ...(await server?.request(0))?.body };
}

function answer(blocks: Extract<Message, { role: 'assistant' }>['blocks'], rest: object = {}): Message {
  return { role: 'assistant', id: 'a' as never, model: 'box/tiny', blocks, stop: 'complete', ...rest };
}

const call = (id: string) => ({ type: 'tool_call', id: id as never, name: 'ls', arguments: '{ "path" : "." }' }) as const;

test('a request has the published shape and describes nothing of the machine', async () => {
  const model = await start([{ text: 'ok' }], {
    endpoint: { apiKey: 'sk-secret-key', headers: { 'X-Team': 'blue' } },
    params: { text: { verbosity: 'low' }, stream: false, store: true },
    more: { id: 'gpt-5.1', reasoning: { effort: 'low', echoBack: false }, maxOutputTokens: 900 },
  });
  const tools = [{ name: 'read', description: 'Reads.', parameters: { type: 'object', properties: {} } }];
  await collect(model.stream(modelRequest([userMessage('hi')], { tools })));
  const request = await server?.request(0);
  expect([request?.path, request?.body]).toEqual([
    '/v1/responses',
    {
      max_output_tokens: 900,
      reasoning: { effort: 'low', summary: 'auto' },
      prompt_cache_key: 'key',
      prompt_cache_retention: '24h',
      include: ['reasoning.encrypted_content'],
      text: { verbosity: 'low' },
      model: 'gpt-5.1',
      instructions: 'Be brief.',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
      tools: [{ type: 'function', name: 'read', description: 'Reads.', parameters: { type: 'object', properties: {} }, strict: false }],
      store: false,
      stream: true,
    },
  ]);
  const { host, connection, 'content-length': length, ...headers } = request?.headers ?? {};
  expect(headers).toEqual({
    accept: 'application/json',
    authorization: 'Bearer sk-secret-key',
    'content-type': 'application/json',
    'user-agent': 'steiner',
    'x-team': 'blue',
  });
});

test('a model without reasoning is not asked for it, and a short-lived cache is not stretched', async () => {
  const body = await bodyOf(modelRequest([userMessage('hi')], { system: '' }), { more: { id: 'gpt-4o' } });
  expect(Object.keys(body).sort()).toEqual(['input', 'model', 'prompt_cache_key', 'store', 'stream']);
});

test('history returns as items: calls byte for byte, reasoning encrypted and in its place, phases with their text', async () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' };
  const hidden = [
    { before: 1, item: reasoning },
    { before: 1, item: { type: 'phase', phase: 'commentary' } },
    { before: 3, item: { ...reasoning, id: 'rs_last' } },
  ];
  const blocks = [{ type: 'thinking', text: 'hm' }, { type: 'text', text: 'a' }, call('x')] as const;
  const result: Message = { role: 'tool', callId: 'x' as never, name: 'ls', text: 'out', isError: false };
  const asked = (model: string) =>
    modelRequest([userMessage('1'), answer([...blocks], { model, replay: { hidden } }), result, userMessage('')]);
  const [own, foreign] = [await bodyOf(asked('box/tiny')), await bodyOf(asked('box/other'))];
  const first = { type: 'message', role: 'user', content: [{ type: 'input_text', text: '1' }] };
  const rest = [
    { type: 'function_call', call_id: 'x', name: 'ls', arguments: '{ "path" : "." }' },
    { type: 'function_call_output', call_id: 'x', output: 'out' },
  ];
  expect([own.input, foreign.input]).toEqual([
    [first, reasoning, { type: 'message', role: 'assistant', content: 'a', phase: 'commentary' }, ...rest],
    [first, { type: 'message', role: 'assistant', content: 'a' }, ...rest],
  ]);
});

test('an answer comes back whole and in order, with what its next request needs', async () => {
  const model = await start([
    {
      thinking: ['One', 'Two'],
      text: ['Let me ', 'look.'],
      calls: [
        { name: 'read', arguments: '{ "path": "é" }', pieces: ['{ "path"', ': "é" }'] },
        { name: 'ls', arguments: {}, id: null },
      ],
      usage: { input_tokens: 10, input_tokens_details: { cached_tokens: 6 }, output_tokens: 4 },
    },
  ]);
  const end = (await collect(model.stream(modelRequest([userMessage('hi')])))).at(-1) as StreamEnd;
  const summary = ['One', 'Two'].map((text) => ({ type: 'summary_text', text }));
  expect(end).toEqual({
    type: 'end',
    stop: 'tool_calls',
    blocks: [
      { type: 'thinking', text: 'One\n\nTwo' },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_call', id: 'call_0_0', name: 'read', arguments: '{ "path": "é" }' },
      { type: 'tool_call', id: 'fc_0_1', name: 'ls', arguments: '{}' },
    ],
    usage: { input: 10, output: 4, cacheRead: 6, cacheWrite: 0 },
    replay: { hidden: [{ before: 1, item: { type: 'reasoning', id: 'rs_0', summary, encrypted_content: 'sig-0' } }] },
  });
});

test('a server that does not stream is understood too', async () => {
  const message = { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] };
  const model = await start([
    { status: 200, body: { status: 'completed', output: [message], usage: { input_tokens: 2, output_tokens: 1 } } },
  ]);
  expect((await collect(model.stream(modelRequest([userMessage('hi')])))).at(-1)).toEqual({
    type: 'end',
    stop: 'complete',
    blocks: [{ type: 'text', text: 'Hi' }],
    usage: { input: 2, output: 1, cacheRead: 0, cacheWrite: 0 },
  });
});
