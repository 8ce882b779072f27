import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerFrames } from '../testing/chat-frames.ts';
import type { Answer, RecordedRequest } from '../testing/model-script.ts';
import { ChatDecoder } from './chat-decoder.ts';

const RECORDED: readonly Answer[] = [
  { text: ['Grüße, ', '世界 ', '👩‍💻', ' end\n\n'], usage: { prompt_tokens: 9, completion_tokens: 3, prompt_cache_hit_tokens: 4 } },
  {
    thinking: ['erst ', 'denken'],
    text: ['“quoted” \\ data: [DONE] '],
    calls: [
      { name: 'read', arguments: '{"path":"ä/ö.txt"}', pieces: ['{"pa', 'th":"ä', '/ö.txt"}'] },
      { name: 'bash', arguments: '{"command":"echo 🙂"}', pieces: ['{"command":', '"echo 🙂"}'] },
    ],
    interleave: true,
  },
  { refusal: ['No', '.'], finish: 'stop' },
];

const REQUEST = { index: 0, body: { model: 'm', messages: [], stream_options: { include_usage: true } } } as unknown as RecordedRequest;

function bytesOf(answer: Answer, lineEnd: string): Buffer {
  const frames = answerFrames(answer, REQUEST).map((frame) => `: keep-alive${lineEnd}event: message${lineEnd}${frame}${lineEnd}${lineEnd}`);
  return Buffer.from(frames.join(''), 'utf8');
}

function decode(pieces: readonly Uint8Array[]) {
  const decoder = new ChatDecoder();
  const shown = pieces.flatMap((piece) => {
    decoder.feed(piece);
    return decoder.take();
  });
  const text: Record<string, string> = {};
  for (const delta of shown) {
    const key = delta.kind === 'tool_call' ? delta.name : delta.kind;
    text[key] = (text[key] ?? '') + delta.text;
  }
  return {
    text,
    blocks: decoder.blocks(new Set(), () => 'made'),
    outcome: decoder.outcome(undefined),
    usage: decoder.usage,
    done: decoder.done,
  };
}

test('however the bytes are split, the same answer comes out', () => {
  const recording = fc.record({
    answer: fc.constantFrom(...RECORDED),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    cuts: fc.array(fc.nat(4_000), { maxLength: 40 }),
  });
  fc.assert(
    fc.property(recording, ({ answer, lineEnd, cuts }) => {
      const bytes = bytesOf(answer, lineEnd);
      const edges = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
      const pieces = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
      expect(decode(pieces)).toEqual(decode([bytes]));
    }),
    { numRuns: 300 },
  );
});

test('one byte at a time is the hardest split of all', () => {
  const outcomes = RECORDED.map((answer) => {
    const bytes = bytesOf(answer, '\n');
    return decode(Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)));
  });
  expect(outcomes).toEqual([
    {
      text: { text: 'Grüße, 世界 👩‍💻 end\n\n' },
      blocks: [{ type: 'text', text: 'Grüße, 世界 👩‍💻 end\n\n' }],
      outcome: 'complete',
      usage: { input: 9, output: 3, cacheRead: 4, cacheWrite: 0 },
      done: true,
    },
    {
      text: { thinking: 'erst denken', text: '“quoted” \\ data: [DONE] ', read: '{"path":"ä/ö.txt"}', bash: '{"command":"echo 🙂"}' },
      blocks: [
        { type: 'thinking', text: 'erst denken' },
        { type: 'text', text: '“quoted” \\ data: [DONE] ' },
        { type: 'tool_call', id: 'call_0_0', name: 'read', arguments: '{"path":"ä/ö.txt"}' },
        { type: 'tool_call', id: 'call_0_1', name: 'bash', arguments: '{"command":"echo 🙂"}' },
      ],
      outcome: 'tool_calls',
      usage: undefined,
      done: true,
    },
    { text: { text: 'No.' }, blocks: [{ type: 'text', text: 'No.' }], outcome: 'refusal', usage: undefined, done: true },
  ]);
});

test('pieces of one read are one delta per block', () => {
  const decoder = new ChatDecoder();
  decoder.feed(bytesOf(RECORDED[1] ?? {}, '\n'));
  expect(decoder.take()).toEqual([
    { type: 'delta', kind: 'thinking', text: 'erst denken' },
    { type: 'delta', kind: 'text', text: '“quoted” \\ data: [DONE] ' },
    { type: 'delta', kind: 'tool_call', name: 'read', text: '{"path":"ä/ö.txt"}' },
    { type: 'delta', kind: 'tool_call', name: 'bash', text: '{"command":"echo 🙂"}' },
  ]);
});

test('a server that numbers all parallel calls 0, or repeats name and id, is understood', () => {
  const piece = (call: object) => `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [call] } }] })}\n\n`;
  const decoder = new ChatDecoder();
  for (const call of [
    { index: 0, id: 'a', function: { name: 'ls', arguments: '{' } },
    { index: 0, id: 'a', function: { name: 'ls', arguments: '}' } },
    { index: 0, id: 'b', function: { name: 'read', arguments: '{}' } },
  ]) {
    decoder.feed(Buffer.from(piece(call)));
  }
  expect(decoder.blocks(new Set(['b']), () => 'made')).toEqual([
    { type: 'tool_call', id: 'a', name: 'ls', arguments: '{}' },
    { type: 'tool_call', id: 'made', name: 'read', arguments: '{}' },
  ]);
});

test('an event that never ends is given up', () => {
  const decoder = new ChatDecoder();
  const block = Buffer.alloc(1024 * 1024, 'x');
  for (let fed = 0; fed < 18; fed += 1) decoder.feed(block);
  expect(decoder.outcome(undefined)).toEqual({ kind: 'bad_answer', what: 'an event that never ends', final: true });
});

test('an answer of more than eight million characters is stopped there, streamed or whole', () => {
  const text = 'x'.repeat(1024 * 1024);
  const streamed = new ChatDecoder();
  let fed = 0;
  while (!streamed.failure && fed < 20) {
    streamed.feed(Buffer.from(`data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`));
    streamed.take();
    fed += 1;
  }
  expect([fed, streamed.outcome(undefined)]).toEqual([9, { kind: 'too_long' }]);
  const whole = new ChatDecoder();
  whole.whole(JSON.stringify({ choices: [{ message: { content: text.repeat(9) }, finish_reason: 'stop' }] }));
  expect(whole.outcome(undefined)).toEqual({ kind: 'too_long' });
});

test('a last event without its blank line counts when the body ends in order', () => {
  const decoder = new ChatDecoder();
  decoder.feed(Buffer.from('data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}'));
  decoder.close();
  expect([decoder.take(), decoder.outcome(undefined)]).toEqual([[{ type: 'delta', kind: 'text', text: 'a' }], 'complete']);
});
