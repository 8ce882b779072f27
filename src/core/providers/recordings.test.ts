import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSystemClock } from '../lib/clock.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import type { Reply } from '../testing/model-script.ts';
import { startModelServer } from '../testing/model-server.ts';
import { collect, countingIds, modelRequest, modelSpec, userMessage } from '../testing/provider-rig.ts';
import type { AnswerDecoder } from './answer-decoder.ts';
import { ChatDecoder } from './chat-decoder.ts';
import { MessagesDecoder } from './messages-decoder.ts';
import type { StreamEnd } from './provider.ts';
import { ResponsesDecoder } from './responses-decoder.ts';
import { WIRES } from './wires.ts';

const FOLDER = join(import.meta.dirname, 'recordings');

/** Whole bodies after the published API references; `expected.json` says what each is. */
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

describe.each(APIS)('%s', (api, decoder, wire) => {
  const expected = JSON.parse(readFileSync(join(FOLDER, api, 'expected.json'), 'utf8')) as Record<string, unknown>;
  const names = readdirSync(join(FOLDER, api))
    .filter((file) => file.endsWith('.sse'))
    .map((file) => file.slice(0, -'.sse'.length));
  const read = (name: string, lineEnd = '\n') =>
    Buffer.from(readFileSync(join(FOLDER, api, `${name}.sse`), 'utf8').replaceAll('\n', lineEnd), 'utf8');

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
        const edges = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
        expect(decode(decoder(), pieces).answer).toEqual(expected[name]);
      }),
      { numRuns: 200 },
    );
  });

  test('over a socket, in pieces of 7 bytes, the model ends as the recording says', async () => {
    const replies = names.map((name): Reply => {
      const bytes = read(name);
      const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) => bytes.subarray(index * 7, index * 7 + 7));
      return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: pieces };
    });
    const server = await startModelServer(replies);
    const ports = { clock: createSystemClock(), ids: countingIds(), fetch: createHttpFetch() };
    const model = WIRES[wire](modelSpec({ url: server.url, wire, retry: { enabled: false } }), ports);
    for (const name of names) {
      const end = (await collect(model.stream(modelRequest([userMessage('hi')])))).at(-1) as StreamEnd;
      const { outcome, hidden, ...rest } = expected[name] as { outcome: unknown; hidden?: unknown };
      const { stop, blocks, usage, replay } = end;
      const ended = { blocks, ...(usage ? { usage } : {}), stop, replay };
      const replayed = hidden === undefined ? undefined : { hidden };
      expect([name, ended]).toEqual([name, { ...rest, stop: typeof outcome === 'string' ? outcome : 'error', replay: replayed }]);
    }
    await server.close();
  });

  test.each(names)('%s, broken off after a third of it, is a failure', (name) => {
    const bytes = read(name);
    const { outcome } = decode(decoder(), [bytes.subarray(0, Math.floor(bytes.length / 3))]).answer;
    expect(outcome).toEqual({ kind: 'cut', message: 'the stream ended without a finish reason' });
  });
});
