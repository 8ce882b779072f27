import { expect, test } from 'vitest';
import type { Message } from '../../shared/messages.ts';
import { createSystemClock } from '../lib/clock.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import type { Answer } from '../testing/model-script.ts';
import { startModelServer } from '../testing/model-server.ts';
import { collect, countingIds, modelRequest, modelSpec, userMessage } from '../testing/provider-rig.ts';
import { createChatModel } from './chat-completions.ts';
import { wireMessages } from './chat-messages.ts';
import type { StreamEnd } from './provider.ts';

type Blocks = Extract<Message, { role: 'assistant' }>['blocks'];

function answer(...blocks: Blocks): Message {
  return { role: 'assistant', id: 'a' as never, model: 'm', blocks, stop: 'complete' };
}

function call(id: string): Blocks[number] {
  return { type: 'tool_call', id: id as never, name: 'ls', arguments: '{ "path" : "." }' };
}

function result(id: string, text = 'ok'): Message {
  return { role: 'tool', callId: id as never, name: 'ls', text, isError: false };
}

test('messages map to the published shape, with arguments byte for byte and thinking left out', () => {
  const messages = [
    userMessage('hi'),
    answer({ type: 'thinking', text: 'hm' }, { type: 'text', text: 'a' }, call('x'), { type: 'text', text: 'b' }),
    result('x'),
  ];
  expect(JSON.stringify(wireMessages('sys', messages))).toBe(
    JSON.stringify([
      { role: 'system', content: 'sys' },
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: 'ab',
        tool_calls: [{ id: 'x', type: 'function', function: { name: 'ls', arguments: '{ "path" : "." }' } }],
      },
      { role: 'tool', tool_call_id: 'x', content: 'ok' },
    ]),
  );
});

test('what a server would refuse is left out: calls without result, results without call, answers without content', () => {
  const messages = [
    answer(call('cut'), { type: 'text', text: 'partial' }),
    userMessage('go on'),
    answer(),
    result('stray'),
    answer(call('y'), call('z')),
    result('z'),
  ];
  expect(wireMessages('', messages)).toEqual([
    { role: 'assistant', content: 'partial' },
    { role: 'user', content: 'go on' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'z', type: 'function', function: { name: 'ls', arguments: '{ "path" : "." }' } }],
    },
    { role: 'tool', tool_call_id: 'z', content: 'ok' },
  ]);
});

/** The bytes of the request's `messages` array, without its closing bracket. */
function messageBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const start = text.indexOf('"messages":[');
  const end = text.indexOf('],"tools":');
  return text.slice(start, end);
}

test('over 200 rounds every request is a byte extension of the one before', async () => {
  const rounds = 200;
  const script = ({ index }: { index: number }): Answer => {
    if (index % 7 === 6) return { text: `done ${index} – “ok” 🙂` };
    const calls = Array.from({ length: 1 + (index % 3) }, (_, part) => ({
      name: 'ls',
      arguments: `{"n": ${index}.${part}0, "é":"\\u00e9"}`,
      id: index % 5 === 0 ? null : `id-${index}-${part}`,
    }));
    return {
      thinking: ['hm'],
      text: ['step ', String(index)],
      calls,
      interleave: index % 2 === 0,
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    };
  };
  const server = await startModelServer(script);
  const model = createChatModel(modelSpec({ url: server.url, type: 'openai' }), {
    clock: createSystemClock(),
    ids: countingIds(),
    fetch: createHttpFetch(),
  });
  const tools = [{ name: 'ls', description: 'Lists.', parameters: { type: 'object' } }];
  const messages: Message[] = [userMessage('start')];
  for (let round = 0; round < rounds; round += 1) {
    const end = (await collect(model.stream(modelRequest(messages, { tools })))).at(-1) as StreamEnd;
    messages.push({ ...answer(...end.blocks), stop: end.stop } as Message);
    for (const block of end.blocks) if (block.type === 'tool_call') messages.push(result(block.id, `output ${round} \u0000 \ud83d`));
    if (end.stop === 'complete' || round % 11 === 0) messages.push(userMessage(`and now ${round}`));
  }
  await server.close();
  const bodies = server.requests.map(({ bytes }) => messageBytes(bytes));
  const broken = bodies.filter((body, index) => index > 0 && !body.startsWith(bodies[index - 1] ?? '')).length;
  expect([bodies.length, broken, bodies[0]?.startsWith('"messages":[{"role":"system"')]).toEqual([rounds, 0, true]);
});
