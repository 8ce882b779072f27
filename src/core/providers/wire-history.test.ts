import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Picture } from '../../shared/attachments.ts';
import type { Message } from '../../shared/messages.ts';
import { userMessage } from '../testing/provider-rig.ts';
import { chatHistory } from './chat-messages.ts';
import { messagesHistory } from './messages-input.ts';
import { responsesHistory } from './responses-input.ts';
import type { Pictures } from './sent-pictures.ts';
import { WireHistory } from './wire-history.ts';

const MODEL = 'box/tiny';
const MADE = [
  ['Chat Completions', () => chatHistory({ model: MODEL, echo: 'reasoning' })],
  ['Responses', () => responsesHistory(MODEL)],
  ['Messages', () => messagesHistory(MODEL)],
] as const satisfies readonly (readonly [string, () => WireHistory<unknown>])[];

function picture(blob: string): Picture {
  return { blob, mime: 'image/png', width: 1, height: 1, bytes: 1, name: `${blob}.png` };
}

const id = fc.constantFrom('a', 'b', 'c');
const text = fc.constantFrom('', ' ', 'one', 'two');
const pictures = fc.subarray(['p', 'q']).map((blobs) => blobs.map(picture));

const said = fc.record({ text, pictures }).map((of): Message => {
  const attachments = of.pictures.map((one) => ({ kind: 'picture' as const, ...one }));
  return { role: 'user', id: 'u' as never, origin: 'prompt', text: of.text, attachments };
});
const result = fc.record({ callId: id, text, isError: fc.boolean(), pictures }).map((of): Message => {
  return { role: 'tool', name: 'ls', ...of, callId: of.callId as never };
});
const block = fc.oneof(
  text.map((words) => ({ type: 'text' as const, text: words })),
  text.map((words) => ({ type: 'thinking' as const, text: words, signature: 's' })),
  id.map((call) => ({ type: 'tool_call' as const, id: call as never, name: 'ls', arguments: '{"n": 1.0}' })),
);
const answered = fc.record({ blocks: fc.array(block, { maxLength: 4 }), model: fc.constantFrom(MODEL, 'other/one') }).map((of): Message => {
  return { role: 'assistant', id: 'm' as never, stop: 'complete', ...of };
});
const message = fc.oneof(said, { arbitrary: result, weight: 3 }, answered);

/** From one request to the next: so many messages at the end go, and these come. */
const step = fc.record({
  gone: fc.integer({ min: 0, max: 2 }),
  come: fc.array(message, { maxLength: 4 }),
  bytes: fc.dictionary(fc.constantFrom('p', 'q'), fc.constantFrom('AAAA', 'BBBB')),
});

describe.each(MADE)('over %s', (_, make) => {
  it('requests that follow one another are what each would be alone', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        const history = make();
        let messages: readonly Message[] = [];
        for (const { gone, come, bytes } of steps) {
          messages = [...messages.slice(0, Math.max(0, messages.length - gone)), ...come];
          const shown: Pictures = new Map(Object.entries(bytes));
          expect(history.take(messages, shown)).toEqual(make().take(messages, shown));
        }
      }),
    );
  });
});

it('a message is turned over once, however long the conversation grows', () => {
  let turned = 0;
  const history = new WireHistory((part) => {
    turned += part.length;
    return [part];
  });
  const messages: Message[] = [];
  const taken: (readonly unknown[])[] = [];
  for (let round = 0; round < 100; round += 1) {
    messages.push(userMessage(`${round}`));
    taken.push(history.take(messages));
  }
  expect(turned).toBe(100);
  expect(taken.every((parts, round) => parts.length === round + 1 && parts.every((part, index) => part === taken.at(-1)?.[index]))).toBe(
    true,
  );
});
