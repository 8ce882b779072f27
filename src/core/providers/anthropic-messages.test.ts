import { afterEach, expect, test, vi } from 'vitest';
import type { Message } from '../../shared/messages.ts';
import { modelDefinitionSchema } from '../config/schema.ts';
import { createSystemClock } from '../lib/clock.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import type { Answer, Script } from '../testing/model-script.ts';
import { type ModelServer, startModelServer } from '../testing/model-server.ts';
import { collect, countingIds, modelRequest, modelSpec, type SpecOptions, userMessage } from '../testing/provider-rig.ts';
import { createMessagesModel } from './anthropic-messages.ts';
import { resolveFacts } from './facts/resolve-facts.ts';
import type { Model, ModelRequest, StreamEnd } from './provider.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await server?.close();
  server = undefined;
});

async function start(script: Script, options: Omit<SpecOptions, 'url'> = {}): Promise<Model> {
  server = await startModelServer(script);
  const spec = modelSpec({ url: server.url, type: 'anthropic', ...options });
  return createMessagesModel(spec, { clock: createSystemClock(), ids: countingIds(), fetch: createHttpFetch() });
}

async function bodyOf(request: ModelRequest, options: Omit<SpecOptions, 'url'> = {}): Promise<Record<string, unknown>> {
  const model = await start([{ text: 'ok' }], options);
  await collect(model.stream(request));
  return { ...(await server?.request(0))?.body };
}

function answer(blocks: Extract<Message, { role: 'assistant' }>['blocks'], rest: object = {}): Message {
  return { role: 'assistant', id: 'a' as never, model: 'box/tiny', blocks, stop: 'complete', ...rest };
}

const call = (id: string, text = '{"path": "."}') => ({ type: 'tool_call', id: id as never, name: 'ls', arguments: text }) as const;
const result = (id: string, text = 'ok', isError = false): Message => ({ role: 'tool', callId: id as never, name: 'ls', text, isError });
const MARK = { cache_control: { type: 'ephemeral' } };
const TOOLS = ['grep', 'ls'].map((name) => ({ name, description: `Runs ${name}.`, parameters: { properties: {} } }));

test('a request has the published shape, marks for the cache, and describes nothing of the machine', async () => {
  const model = await start([{ text: 'ok' }], {
    endpoint: { apiKey: 'sk-ant-secret', headers: { 'anthropic-beta': 'some-feature' } },
    params: { temperature: 0.2, stream: false, model: 'other' },
  });
  await collect(model.stream(modelRequest([userMessage('hi')], { tools: TOOLS })));
  const request = await server?.request(0);
  expect(request?.body).toEqual({
    max_tokens: 32_000,
    temperature: 0.2,
    model: 'tiny',
    system: [{ type: 'text', text: 'Be brief.', ...MARK }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hi', ...MARK }] }],
    tools: TOOLS.map(({ name, description }) => ({ name, description, input_schema: { type: 'object', properties: {} } })),
    stream: true,
  });
  const { host, connection, 'content-length': length, ...headers } = request?.headers ?? {};
  expect(headers).toEqual({
    accept: 'application/json',
    'anthropic-beta': 'some-feature',
    'anthropic-version': '2023-06-01',
    'content-type': 'application/json',
    'user-agent': 'steiner',
    'x-api-key': 'sk-ant-secret',
  });
});

test('nothing that the SDK finds in the environment is sent, and nothing is said on the console', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-other');
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'token');
  vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1');
  vi.stubEnv('ANTHROPIC_LOG', 'debug');
  vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'X-Leak: 1\nX-Api-Key: sk-leak\nAuthorization: Bearer leak');
  const said = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
  const model = await start([{ text: 'ok' }], { more: { id: 'claude-3-opus-20240229' } });
  await collect(model.stream(modelRequest([userMessage('hi')])));
  const { headers } = (await server?.request(0)) ?? { headers: {} };
  expect([Object.keys(headers).sort(), said.flatMap((spy) => spy.mock.calls)]).toEqual([
    ['accept', 'anthropic-version', 'connection', 'content-length', 'content-type', 'host', 'user-agent'],
    [],
  ]);
});

test('without system text the last tool carries the mark', async () => {
  const { system, tools } = await bodyOf(modelRequest([userMessage('hi')], { system: '', tools: TOOLS }));
  const [first, last] = tools as object[];
  expect([system, first, last]).toEqual([undefined, expect.not.objectContaining(MARK), expect.objectContaining(MARK)]);
});

test('the conversation is marked at its end and where the request before ended, however many messages follow', async () => {
  const messages = [
    userMessage('one'),
    answer([{ type: 'text', text: 'a' }, call('x'), call('y')]),
    result('x'),
    result('y'),
    answer([{ type: 'text', text: 'b' }]),
    userMessage('two'),
    userMessage('three'),
  ];
  const body = await bodyOf(modelRequest(messages));
  expect(body.messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'one' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'a' },
        { type: 'tool_use', id: 'x', name: 'ls', input: { path: '.' } },
        { type: 'tool_use', id: 'y', name: 'ls', input: { path: '.' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'x', content: 'ok' },
        { type: 'tool_result', tool_use_id: 'y', content: 'ok', ...MARK },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'b' }] },
    { role: 'user', content: [{ type: 'text', text: 'two' }] },
    { role: 'user', content: [{ type: 'text', text: 'three', ...MARK }] },
  ]);
});

test('what the API would refuse is left out or written so that it does not', async () => {
  const messages = [
    userMessage('hi'),
    answer([{ type: 'thinking', text: 'cut', signature: 's' }, call('cut')]),
    userMessage(' '),
    answer([{ type: 'text', text: '\n' }, call('call:1.a', 'not JSON'), call('b', '[1]'), call('c', '')]),
    result('call:1.a', '', true),
    result('b', ' '),
    result('c'),
    answer([{ type: 'thinking', text: 'unsigned' }]),
    userMessage('go on'),
  ];
  const body = await bodyOf(modelRequest(messages));
  expect(body.messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'hi', ...MARK }] },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'call_3a_1_2e_a', name: 'ls', input: { arguments: 'not JSON' } },
        { type: 'tool_use', id: 'b', name: 'ls', input: { arguments: '[1]' } },
        { type: 'tool_use', id: 'c', name: 'ls', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'call_3a_1_2e_a', is_error: true },
        { type: 'tool_result', tool_use_id: 'b' },
        { type: 'tool_result', tool_use_id: 'c', content: 'ok' },
      ],
    },
    { role: 'user', content: [{ type: 'text', text: 'go on', ...MARK }] },
  ]);
});

test('signed and hidden thinking go back in their places, and only to the model they came from', async () => {
  const hidden = [
    { before: 0, item: { type: 'redacted_thinking', data: 'abc' } },
    { before: 1, item: { type: 'thinking', thinking: '', signature: 'omitted' } },
  ];
  const blocks = [{ type: 'thinking', text: 'hm', signature: 'sig' } as const, { type: 'text', text: 'a' } as const];
  const asked = (model: string) => modelRequest([userMessage('1'), answer(blocks, { model, replay: { hidden } }), userMessage('2')]);
  const [own, foreign] = [await bodyOf(asked('box/tiny')), await bodyOf(asked('box/other'))];
  const content = (body: Record<string, unknown>) => (body.messages as { content: unknown }[])[1]?.content;
  expect([content(own), content(foreign)]).toEqual([
    [
      { type: 'redacted_thinking', data: 'abc' },
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'thinking', thinking: '', signature: 'omitted' },
      { type: 'text', text: 'a' },
    ],
    [{ type: 'text', text: 'a' }],
  ]);
});

test.each([
  ['high', { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } }],
  ['none', { thinking: { type: 'disabled' } }],
])('effort %s is said in the API’s own way, and the output limit is the configured one', async (effort, expected) => {
  const more = { reasoning: { effort, echoBack: false }, maxOutputTokens: 900 };
  expect(await bodyOf(modelRequest([userMessage('hi')]), { more })).toMatchObject({ ...expected, max_tokens: 900 });
});

test('an answer comes back whole and in order', async () => {
  const scripted: Answer = {
    thinking: ['hm', '…'],
    text: ['Let me ', 'look.'],
    calls: [{ name: 'read', arguments: '{ "path": "é" }', pieces: ['{ "path"', ': "é" }'] }],
    usage: { input_tokens: 10, cache_read_input_tokens: 6, cache_creation_input_tokens: 3, output_tokens: 4 },
  };
  const model = await start([scripted]);
  const end = (await collect(model.stream(modelRequest([userMessage('hi')])))).at(-1) as StreamEnd;
  expect(end).toEqual({
    type: 'end',
    stop: 'tool_calls',
    blocks: [
      { type: 'thinking', text: 'hm…', signature: 'sig-0' },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_call', id: 'call_0_0', name: 'read', arguments: '{ "path": "é" }' },
    ],
    usage: { input: 19, output: 4, cacheRead: 6, cacheWrite: 3 },
  });
});

test('a server that does not stream is understood too', async () => {
  const body = {
    type: 'message',
    content: [
      { type: 'text', text: 'Hi' },
      { type: 'tool_use', id: 'x', name: 'ls', input: { path: '.' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 2, output_tokens: 1 },
  };
  const model = await start([{ status: 200, body }]);
  expect((await collect(model.stream(modelRequest([userMessage('hi')])))).at(-1)).toEqual({
    type: 'end',
    stop: 'tool_calls',
    blocks: [
      { type: 'text', text: 'Hi' },
      { type: 'tool_call', id: 'x', name: 'ls', arguments: '{"path":"."}' },
    ],
    usage: { input: 2, output: 1, cacheRead: 0, cacheWrite: 0 },
  });
});

test('an hour of cache is asked for at every mark, and what it took is counted apart', async () => {
  const usage = {
    input_tokens: 5,
    cache_creation_input_tokens: 90,
    cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 80 },
  };
  const model = await start([{ text: 'ok', usage }], { more: { cacheTtl: '1h' } });
  const events = await collect(model.stream(modelRequest([userMessage('hi')])));
  const body = (await server?.request(0))?.body;
  const mark = { cache_control: { type: 'ephemeral', ttl: '1h' } };
  expect([body?.system, body?.messages, events.at(-1)]).toMatchObject([
    [{ type: 'text', text: 'Be brief.', ...mark }],
    [{ role: 'user', content: [{ type: 'text', text: 'hi', ...mark }] }],
    { usage: { input: 95, cacheRead: 0, cacheWrite: 90, cacheWriteHour: 80 } },
  ]);
});

test('an answer may be as long as the model is known to give, up to the usual limit', async () => {
  const factsOf = (output: number) =>
    resolveFacts({
      definition: modelDefinitionSchema.parse({ provider: 'box', id: 'tiny' }),
      type: 'anthropic',
      listed: { id: 'tiny', maxOutputTokens: output },
    });
  const most = async (output: number) => (await bodyOf(modelRequest([userMessage('hi')]), { more: { facts: factsOf(output) } })).max_tokens;
  expect([await most(4_096), await most(128_000)]).toEqual([4_096, 32_000]);
});
