import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSystemClock } from '../lib/clock.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import { startModelServer } from '../testing/model-server.ts';
import { collect, countingIds, modelRequest, modelSpec, userMessage } from '../testing/provider-rig.ts';
import { recordingsOf } from '../testing/recordings.ts';
import type { AnswerDecoder } from './answer-decoder.ts';
import { ChatDecoder } from './chat-decoder.ts';
import { MessagesDecoder } from './messages-decoder.ts';
import type { StreamEnd } from './provider.ts';
import { ResponsesDecoder } from './responses-decoder.ts';
import { WIRES } from './wires.ts';

const APIS = [
  ['chat-completions', () => new ChatDecoder(), 'chat_completions'],
  ['messages', () => new MessagesDecoder(), 'messages'],
  ['responses', () => new ResponsesDecoder(), 'responses'],
] as const;

function decode(decoder: AnswerDecoder, pieces: readonly Uint8Array[]) {
  const shown: Record<string, string> = {};
  const show = () => {
    for (const delta of decoder.take()) {
      const key = delta.kind === 'tool_call' ? delta.name : delta.kind;
      shown[key] = (shown[key] ?? '') + delta.text;
    }
  };
  for (const piece of pieces) {
    decoder.feed(piece);
    show();
  }
  show();
  const { usage } = decoder;
  const { replay } = decoder.replay();
  const blocks = decoder.blocks(new Set(), () => 'made');
  return { shown, answer: { outcome: decoder.outcome(undefined), blocks, ...(usage ? { usage } : {}), ...replay } };
}

/** What the deltas of those blocks add up to. */
function shownOf(blocks: ReturnType<typeof decode>['answer']['blocks']): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const block of blocks) {
    const key = block.type === 'tool_call' ? block.name : block.type;
    shown[key] = (shown[key] ?? '') + (block.type === 'tool_call' ? block.arguments : block.text);
  }
  return shown;
}

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const edges = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
}

describe.each(APIS)('%s', (api, decoder, wire) => {
  const { names, expected, text } = recordingsOf(api);
  const read = (name: string, lineEnd = '\n') => Buffer.from(text(name).replaceAll('\n', lineEnd), 'utf8');

  test('every recording is explained, and nothing else', () => {
    expect(names.toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  test.each(names)('%s is understood, one byte at a time', (name) => {
    const bytes = read(name);
    const pieces = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    const { shown, answer } = decode(decoder(), pieces);
    expect(answer).toEqual(expected[name]);
    expect(shown).toEqual(shownOf(answer.blocks));
  });

  test('however the bytes of a recording are split, the same answer comes out', () => {
    const recording = fc.record({
      name: fc.constantFrom(...names),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      cuts: fc.array(fc.nat(8_000), { maxLength: 40 }),
    });
    fc.assert(
      fc.property(recording, ({ name, lineEnd, cuts }) => {
        const bytes = read(name, lineEnd);
        expect(decode(decoder(), split(bytes, cuts)).answer).toEqual(expected[name]);
      }),
      { numRuns: 200 },
    );
  });

  test('over a socket, however the bytes are split, the model ends as the recording says', { timeout: 120_000 }, async () => {
    let pieces: readonly Uint8Array[] = [];
    const server = await startModelServer(() => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: pieces }));
    const ports = { clock: createSystemClock(), ids: countingIds(), fetch: createHttpFetch() };
    const model = WIRES[wire](modelSpec({ url: server.url, wire, retry: { enabled: false } }), ports);
    const boundaries = fc.array(fc.nat(8_000), { maxLength: 60 });
    for (const name of names) {
      const { outcome, hidden, ...rest } = expected[name] ?? { outcome: '' };
      const bytes = read(name);
      const ended = {
        ...rest,
        stop: typeof outcome === 'string' ? outcome : 'error',
        replay: hidden === undefined ? undefined : { hidden },
      };
      await fc.assert(
        fc.asyncProperty(boundaries, async (cuts) => {
          pieces = split(bytes, cuts);
          const end = (await collect(model.stream(modelRequest([userMessage('hi')])))).at(-1) as StreamEnd;
          const { stop, blocks, usage, replay } = end;
          expect([name, { blocks, ...(usage ? { usage } : {}), stop, replay }]).toEqual([name, ended]);
        }),
        { numRuns: 10 },
      );
    }
    await server.close();
  });

  test.each(names)('%s, broken off after a third of it, is a failure', (name) => {
    const bytes = read(name);
    const { outcome } = decode(decoder(), [bytes.subarray(0, Math.floor(bytes.length / 3))]).answer;
    expect(outcome).toEqual({ kind: 'cut', message: 'the stream ended without a finish reason' });
  });
});
