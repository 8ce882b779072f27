import { expect, test } from 'vitest';
import type { Message } from '../../shared/messages.ts';
import { userMessage } from '../testing/provider-rig.ts';
import { chatHistory } from './chat-messages.ts';

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
  expect(JSON.stringify(chatHistory({ model: 'm' }).take(messages))).toBe(
    JSON.stringify([
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
  expect(chatHistory({ model: 'm' }).take(messages)).toEqual([
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

test('earlier reasoning goes back only where asked for, and only to the model it came from', () => {
  const thought = answer({ type: 'thinking', text: 'hm' }, { type: 'text', text: 'a' });
  const sent = (model: string, echo?: 'reasoning_content' | 'reasoning') => chatHistory({ model, echo }).take([thought]);
  expect([sent('m'), sent('m', 'reasoning_content'), sent('m', 'reasoning'), sent('other', 'reasoning')]).toEqual([
    [{ role: 'assistant', content: 'a' }],
    [{ role: 'assistant', content: 'a', reasoning_content: 'hm' }],
    [{ role: 'assistant', content: 'a', reasoning: 'hm' }],
    [{ role: 'assistant', content: 'a' }],
  ]);
});
