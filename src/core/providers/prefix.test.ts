import { expect, test } from 'vitest';
import type { Message } from '../../shared/messages.ts';
import { createSystemClock } from '../lib/clock.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import type { Answer } from '../testing/model-script.ts';
import { startModelServer } from '../testing/model-server.ts';
import { collect, countingIds, modelRequest, modelSpec, type SpecOptions, userMessage } from '../testing/provider-rig.ts';
import type { StreamEnd } from './provider.ts';
import { WIRES } from './wires.ts';

const ROUNDS = 200;
const TOOLS = [{ name: 'ls', description: 'Lists.', parameters: { type: 'object' } }];

function script({ index }: { index: number }): Answer {
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
    signature: index % 4 === 0 ? null : `s${index}`,
  };
}

/** What the session would hold after that answer: it, its results, and now and then what a person typed. */
function after(end: StreamEnd, round: number): Message[] {
  const { blocks, replay } = end;
  const answer: Message = {
    role: 'assistant',
    id: `a${round}` as never,
    model: 'box/tiny',
    blocks: [...blocks],
    stop: end.stop as 'complete',
    ...(replay ? { replay: { ...replay } } : {}),
  };
  const results = blocks.flatMap((block): Message[] => {
    if (block.type !== 'tool_call') return [];
    return [{ role: 'tool', callId: block.id, name: 'ls', text: `output ${round} \u0000 \ud83d`, isError: round % 13 === 0 }];
  });
  const steered = end.stop === 'complete' || round % 11 === 0 ? [userMessage(`and now ${round}`)] : [];
  return [answer, ...results, ...steered];
}

async function requestBodies(options: Omit<SpecOptions, 'url'>): Promise<string[]> {
  const server = await startModelServer(script);
  const spec = modelSpec({ url: server.url, ...options });
  const model = WIRES[spec.wire](spec, { clock: createSystemClock(), ids: countingIds(), fetch: createHttpFetch() });
  const messages: Message[] = [userMessage('start')];
  for (let round = 0; round < ROUNDS; round += 1) {
    const end = (await collect(model.stream(modelRequest(messages, { tools: TOOLS })))).at(-1) as StreamEnd;
    messages.push(...after(end, round));
  }
  await server.close();
  return server.requests.map(({ bytes }) => bytes.toString('utf8'));
}

/** The bytes of the conversation in a request, without its closing bracket. Cache marks move and are no part of what is cached. */
function conversation(body: string, field: string): string {
  const unmarked = body.replaceAll(',"cache_control":{"type":"ephemeral"}', '');
  const start = unmarked.indexOf(`"${field}":[`);
  return unmarked.slice(start, unmarked.indexOf('],"tools":', start));
}

test.each<[string, Omit<SpecOptions, 'url'>, string]>([
  ['Chat Completions', { type: 'openai' }, 'messages'],
  ['Chat Completions with reasoning echoed', { more: { reasoning: { echoBack: true } } }, 'messages'],
  ['Messages', { wire: 'messages' }, 'messages'],
  ['Responses', { wire: 'responses' }, 'input'],
  ['any, with a suffix to prompts', { more: { promptSuffix: '/no_think' } }, 'messages'],
])('over 200 rounds of %s every request is a byte extension of the one before', async (_, options, field) => {
  const bodies = await requestBodies(options);
  const sent = bodies.map((body) => conversation(body, field));
  const broken = sent.filter((body, index) => index > 0 && !body.startsWith(sent[index - 1] ?? ''));
  const shrunk = sent.filter((body, index) => index > 0 && body.length <= (sent[index - 1] ?? '').length);
  const rest = new Set(
    bodies.map((body, index) => body.replaceAll(',"cache_control":{"type":"ephemeral"}', '').replace(sent[index] ?? '', '')),
  );
  expect([bodies.length, broken.length, shrunk.length, rest.size]).toEqual([ROUNDS, 0, 0, 1]);
});
