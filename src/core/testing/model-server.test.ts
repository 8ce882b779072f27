import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { refusingAddress, startGarbageServer } from './broken-servers.ts';
import { createGate } from './gate.ts';
import type { Script } from './model-script.ts';
import { type ModelServer, startModelServer } from './model-server.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const ASK = { model: 'm', messages: [{ role: 'user', content: 'hi' }], stream: true, stream_options: { include_usage: true } };

async function start(script: Script): Promise<ModelServer> {
  server = await startModelServer(script);
  return server;
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(`${url}/chat/completions`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
}

function parseFrames(text: string): unknown[] {
  return text
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => (frame === 'data: [DONE]' ? 'DONE' : (JSON.parse(frame.slice('data: '.length)).choices[0] ?? 'no choices')));
}

test('an answer streams role, text, interleaved calls, finish reason and usage in the published shape', async () => {
  const { url, requests } = await start([
    {
      text: ['Hel', 'lo'],
      calls: [
        { name: 'read', arguments: '{"path":"a"}', pieces: ['{"path"', ':"a"}'] },
        { name: 'ls', arguments: {}, id: null },
      ],
      interleave: true,
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    },
  ]);
  const response = await post(url, ASK);
  const frames = parseFrames(await response.text());
  const delta = (value: unknown) => ({ index: 0, delta: value, logprobs: null, finish_reason: null });
  const call = (value: unknown) => delta({ tool_calls: [value] });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(frames).toEqual([
    delta({ role: 'assistant', content: '' }),
    delta({ content: 'Hel' }),
    delta({ content: 'lo' }),
    call({ index: 0, id: 'call_0_0', type: 'function', function: { name: 'read', arguments: '' } }),
    call({ index: 1, type: 'function', function: { name: 'ls', arguments: '' } }),
    call({ index: 0, function: { arguments: '{"path"' } }),
    call({ index: 1, function: { arguments: '{' } }),
    call({ index: 0, function: { arguments: ':"a"}' } }),
    call({ index: 1, function: { arguments: '}' } }),
    { ...delta({}), finish_reason: 'tool_calls' },
    'no choices',
    'DONE',
  ]);
  expect(requests.map((request) => [request.bytes.toString(), request.body, request.connection])).toEqual([[JSON.stringify(ASK), ASK, 1]]);
});

test('without stream the same answer is one object', async () => {
  const { url } = await start([{ text: 'Hi', thinking: ['hm'] }]);
  const answer = await (await post(url, { model: 'm', messages: ASK.messages })).json();
  expect(answer).toEqual({
    id: 'chatcmpl-0',
    object: 'chat.completion',
    created: 1_750_000_000,
    model: 'm',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Hi', refusal: null, reasoning_content: 'hm' },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
  });
});

test('requests that the published API refuses are refused', async () => {
  const { url } = await start([]);
  const faults = [
    { messages: ASK.messages },
    { model: 'm', messages: [] },
    { model: 'm', messages: ASK.messages, stream_options: {} },
    { model: 'm', messages: [{ role: 'tool', tool_call_id: 'x', content: '' }] },
    { model: 'm', messages: [{ role: 'assistant', tool_calls: [{ id: 'x', type: 'function', function: { name: 'a', arguments: '' } }] }] },
    { model: 'm', messages: ASK.messages, tools: [] },
    ASK,
  ];
  const answers = [];
  for (const body of faults) {
    const response = await post(url, body);
    answers.push([response.status, ((await response.json()) as { error: { message: string } }).error.message]);
  }
  expect(answers).toEqual([
    [400, 'you must provide a model parameter'],
    [400, "Invalid 'messages': expected a non-empty array."],
    [400, "'stream_options' is only allowed with 'stream'."],
    [400, "Invalid 'messages[0]': role 'tool' must be a response to a preceding message with 'tool_calls'."],
    [400, "an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': x"],
    [400, "Invalid 'tools': expected a non-empty array."],
    [400, 'The script has no reply for request 6.'],
  ]);
});

test('a cut inside a character ends the bytes in the middle of it', async () => {
  const { url } = await start([{ text: ['a', 'é'], cutAfter: 2, cutInsideCharacter: true }]);
  const response = await post(url, ASK);
  const received: Buffer[] = [];
  const failure = await (async () => {
    for await (const chunk of response.body ?? []) received.push(Buffer.from(chunk));
    return 'ended';
  })().catch((error: Error) => error.message);
  expect(failure).toBe('terminated');
  expect(Buffer.concat(received).at(-1)).toBe(Buffer.from('é')[0]);
});

test('a paused frame waits for its gate, and leaving early is seen by the server', async () => {
  const gate = createGate();
  const { url, requests } = await start([{ text: ['a', 'b'], pause: (frame) => (frame === 2 ? gate.wait : undefined) }]);
  const controller = new AbortController();
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', body: JSON.stringify(ASK), signal: controller.signal });
  const first = await response.body?.getReader().read();
  controller.abort();
  const finished = await requests[0]?.finished;
  gate.open();
  expect([Buffer.from(first?.value ?? []).includes('"content":"b"'), finished]).toEqual([false, 'dropped']);
});

test('connections are kept alive and counted, and models are listed', async () => {
  const started = await start([]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = async (path: string) => {
    const [response] = (await once(request(`${started.url}${path}`, { agent }).end(), 'response')) as [IncomingMessage];
    return [response.statusCode, JSON.parse(Buffer.concat(await response.toArray()).toString())];
  };
  const answers = [await get('/models'), await get('/other')];
  agent.destroy();
  expect([started.connections(), answers]).toEqual([
    1,
    [
      [200, { object: 'list', data: [{ id: 'scripted', object: 'model', created: 1_750_000_000, owned_by: 'script' }] }],
      [404, { error: { message: 'Unknown request URL: GET /v1/other', type: 'invalid_request_error', param: null, code: null } }],
    ],
  ]);
});

test('broken replies break the connection as asked', async () => {
  const { url } = await start([{ broken: 'drop' }, { broken: { garbage: 'SSH-2.0-x\r\n' } }]);
  const garbage = await startGarbageServer('hello');
  const outcomes = [];
  for (const target of [url, url, garbage.url, refusingAddress()]) {
    outcomes.push(await post(target, ASK).then(String, (error: { cause: { code: string } }) => error.cause.code));
  }
  await garbage.close();
  expect(outcomes).toEqual(['UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT', 'HPE_INVALID_CONSTANT', 'ECONNREFUSED']);
});

test('raw replies keep status, headers and bytes', async () => {
  const bytes = Buffer.from([0xff, 0x00, 0x61]);
  const { url } = await start([
    { status: 429, headers: { 'retry-after': '2' }, body: { error: 'slow' } },
    { status: 200, body: [bytes, 'x'] },
  ]);
  const limited = await post(url, ASK);
  const raw = await post(url, ASK);
  const digest = createHash('sha256')
    .update(Buffer.from(await raw.arrayBuffer()))
    .digest('hex');
  expect([limited.status, limited.headers.get('retry-after'), await limited.json(), digest]).toEqual([
    429,
    '2',
    { error: 'slow' },
    createHash('sha256')
      .update(Buffer.concat([bytes, Buffer.from('x')]))
      .digest('hex'),
  ]);
});
