import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Picture } from '../../shared/attachments.ts';
import type { AssistantMessage, Message } from '../../shared/messages.ts';
import { createSystemClock } from '../lib/clock.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import type { Script } from '../testing/model-script.ts';
import { type ModelServer, startModelServer } from '../testing/model-server.ts';
import { png } from '../testing/pictures.ts';
import { collect, countingIds, modelRequest, modelSpec, userMessage } from '../testing/provider-rig.ts';
import type { ModelSpec } from './model-spec.ts';
import { picturedModel } from './pictured-model.ts';
import type { Model, StreamEvent } from './provider.ts';
import { Sight } from './sight.ts';
import { WIRES } from './wires.ts';

const BYTES = png(4, 3);
const BASE64 = BYTES.toString('base64');
const SHOT: Picture = { blob: 'a'.repeat(64), mime: 'image/png', width: 4, height: 3, bytes: BYTES.length, name: 'shot.png' };
const PLAN: Picture = { ...SHOT, blob: 'b'.repeat(64), name: 'plan.png' };
const LOST: Picture = { ...SHOT, blob: 'c'.repeat(64), name: 'lost.png' };

function shows(text: string, ...pictures: readonly Picture[]): Message {
  return { ...userMessage(text), attachments: pictures.map((picture) => ({ kind: 'picture', ...picture })) } as Message;
}

const CALLS: AssistantMessage = {
  ...{ role: 'assistant', id: 'm1' as AssistantMessage['id'], model: 'box/tiny', stop: 'tool_calls' },
  blocks: ['c1', 'c2'].map((id) => ({ type: 'tool_call', id: id as never, name: 'read', arguments: '{}' })),
};
const result = (id: string, text: string, ...pictures: readonly Picture[]): Message => ({
  ...{ role: 'tool', callId: id as never, name: 'read', text, isError: false },
  ...(pictures.length > 0 ? { pictures: [...pictures] } : {}),
});
const CONVERSATION: readonly Message[] = [
  shows('what is this?', SHOT),
  CALLS,
  result('c1', 'plan.png', PLAN),
  result('c2', 'plain'),
  userMessage('go on'),
];

let server: ModelServer;
let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'steiner-sight-'));
});
afterEach(async () => {
  await server.close();
  await rm(cache, { recursive: true, maxRetries: 10 });
});

async function rig(script: Script, spec: { readonly wire?: ModelSpec['wire']; readonly vision?: boolean }) {
  server = await startModelServer(script);
  const { vision, ...rest } = spec;
  const made = modelSpec({ url: server.url, retry: { enabled: false }, ...rest });
  const wire = WIRES[made.wire](made, { clock: createSystemClock(), ids: countingIds(), fetch: createHttpFetch() });
  const sight = new Sight({ paths: { cache }, logger: { log: () => {} } });
  const read = async (blob: string) => (blob === LOST.blob ? undefined : BYTES);
  const known = vision === undefined ? wire : { ...wire, info: { ...wire.info, vision } };
  return { model: picturedModel(known, { sight, read }), sight };
}

async function ask(model: Model, messages: readonly Message[]): Promise<readonly StreamEvent[]> {
  return collect(model.stream(modelRequest(messages)));
}

const sentTo = (index: number, field: string) =>
  (server.requests[index]?.body[field] ?? []) as readonly Readonly<Record<string, unknown>>[];
const URL = `data:image/png;base64,${BASE64}`;

describe('pictures go out in the published shape', () => {
  test('Chat Completions: beside the text, and those of results after the last result of the round', async () => {
    const { model } = await rig([{ text: 'ok' }], {});
    await ask(model, CONVERSATION);
    const [, first, , , , after, next] = sentTo(0, 'messages');
    expect([first, after, next]).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'what is this?' },
          { type: 'image_url', image_url: { url: URL } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[Pictures of the results above: plan.png]' },
          { type: 'image_url', image_url: { url: URL } },
        ],
      },
      { role: 'user', content: 'go on' },
    ]);
  });

  test('Responses: as parts of the message and of the output of the call', async () => {
    const { model } = await rig([{ text: 'ok' }], { wire: 'responses' });
    await ask(model, CONVERSATION);
    const picture = { type: 'input_image', detail: 'auto', image_url: URL };
    const [first, , , shown, plain] = sentTo(0, 'input');
    expect([first, shown, plain]).toEqual([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'what is this?' }, picture] },
      { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'plan.png' }, picture] },
      { type: 'function_call_output', call_id: 'c2', output: 'plain' },
    ]);
  });

  test('Messages: before the text, and inside the result', async () => {
    const { model } = await rig([{ text: 'ok' }], { wire: 'messages' });
    await ask(model, CONVERSATION);
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: BASE64 } };
    const [first, , results] = sentTo(0, 'messages');
    expect([unmarked(first), results]).toEqual([
      { role: 'user', content: [picture, { type: 'text', text: 'what is this?' }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'plan.png' }, picture] },
          { type: 'tool_result', tool_use_id: 'c2', content: 'plain' },
        ],
      },
    ]);
  });

  test.each(['chat_completions', 'responses', 'messages'] as const)('%s: what was sent stays byte for byte as it was', async (wire) => {
    const { model } = await rig(() => ({ text: 'ok' }), { wire });
    for (let count = 1; count <= CONVERSATION.length + 1; count += 1) {
      const messages = [...CONVERSATION, shows('and this?', PLAN, SHOT)].slice(0, count);
      if (count !== 2 && count !== 3) await ask(model, messages);
    }
    const field = wire === 'responses' ? 'input' : 'messages';
    const sent = server.requests.map(({ body }) =>
      JSON.stringify(body[field]).replaceAll(',"cache_control":{"type":"ephemeral"}', '').slice(0, -1),
    );
    expect(sent.filter((body, index) => index > 0 && !body.startsWith(sent[index - 1] ?? ''))).toEqual([]);
    expect(sent).toHaveLength(4);
  });
});

function unmarked(turn: unknown): unknown {
  return JSON.parse(JSON.stringify(turn).replaceAll(',"cache_control":{"type":"ephemeral"}', ''));
}

const NOT_SHOWN = '[Not shown: shot.png (image/png, 4x3), because this model takes no pictures]';

describe('a model that takes no pictures', () => {
  test('is told in the place of each, when the configuration says so', async () => {
    const { model } = await rig([{ text: 'ok' }], { vision: false });
    await ask(model, [shows('what is this?', SHOT), CALLS, result('c1', 'plan.png', PLAN), result('c2', 'plain')]);
    const [, first, , third] = sentTo(0, 'messages');
    expect([first, third, sentTo(0, 'messages').length, model.info.vision]).toEqual([
      { role: 'user', content: `what is this?\n${NOT_SHOWN}` },
      { role: 'tool', tool_call_id: 'c1', content: `plan.png\n${NOT_SHOWN.replace('shot', 'plan')}` },
      5,
      false,
    ]);
  });

  test('that was not known to is asked again without, once, and the person is told', async () => {
    const refusal = { status: 400, body: { error: { message: 'Image input is not supported by this model', code: null } } };
    const { model, sight } = await rig([refusal, { text: 'It is a picture I cannot see.' }, { text: 'ok' }], {});
    const events = await ask(model, [shows('what is this?', SHOT)]);
    const again = await ask(model, [shows('what is this?', SHOT), userMessage('sure?')]);
    expect([events.map(({ type }) => type), again.at(-1), server.requests.length, sight.sees(model.info)]).toEqual([
      ['note', 'delta', 'end'],
      expect.objectContaining({ stop: 'complete' }),
      3,
      false,
    ]);
    expect(events[0]).toMatchObject({ message: 'box/tiny takes no pictures; it is told where one was.' });
    expect([1, 2].map((index) => sentTo(index, 'messages')[1]?.content)).toEqual(Array(2).fill(`what is this?\n${NOT_SHOWN}`));
  });

  test('a server that says so with 500 is not asked three times', async () => {
    const refusal = {
      status: 500,
      body: { error: { message: 'image input is not supported - hint: you may need to provide the mmproj' } },
    };
    const { model } = await rig([refusal, { text: 'ok' }], {});
    const events = await ask(model, [shows('what is this?', SHOT)]);
    expect([events.at(-1), server.requests.length]).toEqual([expect.objectContaining({ stop: 'complete' }), 2]);
  });
});

test('one picture that a server will not have is a problem with what to do, and not blindness', async () => {
  const refusal = { status: 400, body: { error: { message: 'image exceeds 5 MB maximum: 6966680 bytes > 5242880 bytes' } } };
  const { model, sight } = await rig([refusal], {});
  const [end] = await ask(model, [shows('what is this?', SHOT)]);
  expect([end, sight.sees(model.info)]).toEqual([
    expect.objectContaining({
      stop: 'error',
      problem: expect.objectContaining({
        code: 'attachment_refused',
        message: 'box/tiny refused a picture: image exceeds 5 MB maximum: 6966680 bytes > 5242880 bytes',
        hint: 'Restore to before the prompt or result with that picture, and attach it smaller or as PNG.',
      }),
    }),
    undefined,
  ]);
});

test('a picture whose file is gone is named, and the others are sent', async () => {
  const { model } = await rig([{ text: 'ok' }], {});
  await ask(model, [shows('compare', LOST, SHOT)]);
  expect(sentTo(0, 'messages')[1]?.content).toEqual([
    { type: 'text', text: 'compare\n[Not shown: lost.png (image/png, 4x3), because its file is missing or damaged]' },
    { type: 'image_url', image_url: { url: URL } },
  ]);
});
