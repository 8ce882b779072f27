import { afterEach, describe, expect, test } from 'vitest';
import { MAX_PICTURES, type PictureAttachment } from '../../shared/attachments.ts';
import { viewOf } from '../../shared/fold.ts';
import { type EngineRigOptions, value } from '../testing/engine-rig.ts';
import type { RecordedRequest, Reply } from '../testing/model-script.ts';
import { png } from '../testing/pictures.ts';
import { arrivedBody, firstDifference } from '../testing/sent-bodies.ts';
import { say, startTalk, type Talk } from '../testing/talk.ts';
import type { Project } from './api.ts';

let open: Talk | undefined;
afterEach(async () => {
  await open?.rig.close();
  open = undefined;
});

async function start(options: EngineRigOptions): Promise<Talk> {
  open = await startTalk(options);
  return open;
}

function anthropic(url: string): string {
  return `providers:
  local: { type: anthropic, base_url: "${url}", api_key: sk-test }
models:
  definitions: { scripted: { provider: local, id: scripted, retry: { enabled: false } } }
  profiles: { default: { default_model: scripted } }
`;
}

/** The n-th of many pictures, each another one; with that many bytes after it. */
async function shot(project: Project, number: number, more = 0): Promise<PictureAttachment> {
  const bytes = Buffer.concat([png(6, 4, [number % 250, 7, Math.floor(number / 250)]), Buffer.alloc(more)]);
  return value(await project.attachments.addPicture(`shot-${number}.png`, bytes));
}

function shots(project: Project, from: number, count: number): Promise<readonly PictureAttachment[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => shot(project, from + index)));
}

function picturesIn({ bytes }: RecordedRequest): number {
  return bytes.toString('utf8').match(/"type":"image(_url)?"/g)?.length ?? 0;
}

function bodies({ rig }: Talk) {
  return rig.server.requests.map(arrivedBody);
}

/** The numbers of the requests that do not hold all of the one before. */
function breaks(talk: Talk): readonly number[] {
  const all = bodies(talk);
  return all.flatMap((body, index) => (index > 0 && firstDifference(all[index - 1] ?? body, body) ? [index] : []));
}

async function notices({ project, session }: Talk): Promise<readonly string[]> {
  const { items } = viewOf(value(await project.openSession(session)));
  return items.flatMap((item) => (item.kind === 'notice' ? [item.message] : []));
}

describe('what a request may hold in pictures', () => {
  test('is kept to by leaving out the oldest, in steps, and after a restart the same is sent', async () => {
    const talk = await start({ config: anthropic, script: () => ({ text: 'Seen.' }) });
    for (let prompt = 0; prompt < 7; prompt += 1)
      await say(talk, `Look ${prompt}.`, ...(await shots(talk.project, prompt * MAX_PICTURES, MAX_PICTURES)));
    expect(talk.rig.server.requests.map(picturesIn)).toEqual([20, 40, 60, 80, 100, 50, 70]);
    expect(breaks(talk)).toEqual([5]);
    const [, second = ''] = bodies(talk)[5]?.messages.filter((message) => message.includes('Look ')) ?? [];
    expect(second).toContain('[No longer shown: shot-20.png (image/png, 6x4). The history tool shows it again]');
    expect(await notices(talk)).toEqual([
      '70 of 120 pictures are no longer sent to the model: a request to local/scripted takes at most 100 of 28 MB in all, and only 20 when one has more than 2,000 pixels a side.',
    ]);
    await talk.rig.restart();
    const project = await talk.rig.open();
    await say({ ...talk, project }, 'And now?');
    expect([picturesIn(talk.rig.server.requests[7] as RecordedRequest), breaks(talk)]).toEqual([70, [5]]);
  });

  test('a pinned picture goes after the others, and a rewind brings them back', async () => {
    const talk = await start({ config: anthropic, script: () => ({ text: 'Seen.' }) });
    const { project, session } = talk;
    await say(talk, 'This one stays.', await shot(project, 900));
    const pinned = talk.rig.events.items.find((event) => event.type === 'message.end');
    if (pinned?.type !== 'message.end') throw new Error('there is no prompt');
    value(await project.command({ type: 'message.pin', session, message: pinned.message.id, pinned: true }));
    for (let prompt = 0; prompt < 5; prompt += 1)
      await say(talk, `Look ${prompt}.`, ...(await shots(project, prompt * MAX_PICTURES, MAX_PICTURES)));
    const [first = ''] =
      bodies(talk)
        .at(-1)
        ?.messages.filter((message) => message.includes('This one stays.')) ?? [];
    expect([talk.rig.server.requests.map(picturesIn).at(-1), first.includes('"type":"image"')]).toEqual([50, true]);
    const turn = talk.rig.events.items.findLast((event) => event.type === 'turn.start');
    if (turn?.type !== 'turn.start') throw new Error('there is no turn');
    value(await project.rewinds.rewind(session, { turn: turn.turn, chat: true, files: false }));
    await say(talk, 'Go on.');
    expect(picturesIn(talk.rig.server.requests.at(-1) as RecordedRequest)).toBe(81);
  });
});

describe('a request that is refused', () => {
  const TOO_LARGE: Reply = {
    status: 413,
    body: { type: 'error', error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
  };
  const GATEWAY: Reply = {
    status: 413,
    headers: { 'content-type': 'text/html' },
    body: '<html><h1>413 Request Entity Too Large</h1></html>',
  };

  test.each([
    ['Messages', anthropic, TOO_LARGE],
    ['a gateway', undefined, GATEWAY],
  ])('for its bytes by %s is sent again without the older half of the pictures', async (_, config, refusal) => {
    const script = (request: RecordedRequest): Reply => (request.bytes.length > 500_000 ? refusal : { text: 'Seen.' });
    const talk = await start({ script, ...(config ? { config } : {}) });
    for (let prompt = 0; prompt < 5; prompt += 1) await say(talk, `Look ${prompt}.`, await shot(talk.project, prompt, 90_000));
    expect(talk.rig.server.requests.map(picturesIn)).toEqual([1, 2, 3, 4, 5, 2]);
    expect(await notices(talk)).toEqual(['3 of 5 pictures are no longer sent to the model: local/scripted refused the request with them.']);
    expect(breaks(talk)).toEqual([5]);
  });

  test('for the number of its pictures is sent again with half of them, until it is taken', async () => {
    const refusal: Reply = {
      status: 400,
      body: { object: 'error', message: 'At most 2 image(s) may be provided in one request.', code: 400 },
    };
    const talk = await start({ script: (request) => (picturesIn(request) > 2 ? refusal : { text: 'Seen.' }) });
    await say(talk, 'Compare.', ...(await shots(talk.project, 0, 11)));
    expect(talk.rig.server.requests.map(picturesIn)).toEqual([11, 5, 2]);
    const last = talk.rig.events.items.findLast(({ type }) => type === 'turn.end');
    expect(last).toMatchObject({ stop: 'complete' });
  });

  test('whatever is left out of it ends the turn with what was said', async () => {
    const talk = await start({ script: () => GATEWAY });
    await say(talk, 'Compare.', ...(await Promise.all([0, 1].map((number) => shot(talk.project, number, 90_000)))));
    expect(talk.rig.server.requests.map(picturesIn)).toEqual([2, 1, 0]);
    const end = talk.rig.events.items.findLast(({ type }) => type === 'turn.end');
    expect(end).toMatchObject({
      stop: 'error',
      message: 'The request has more bytes than local/scripted takes. Nothing of the conversation is lost.',
    });
  });

  test('for the bytes of its text is compacted, as one that is too long', async () => {
    const FILLER = 'A line of an answer that takes some room. '.repeat(400);
    const isSummary = ({ bytes }: RecordedRequest): boolean => bytes.includes('## Verification');
    const script = (request: RecordedRequest): Reply => {
      if (request.bytes.length > 120_000) return GATEWAY;
      return { text: isSummary(request) ? 'What happened so far.' : FILLER };
    };
    const talk = await start({ script });
    for (let prompt = 0; prompt < 7; prompt += 1) await say(talk, `Prompt ${prompt}.`);
    const { items, generation } = viewOf(value(await talk.project.openSession(talk.session)));
    expect([generation > 0, new Set(items.flatMap((item) => (item.kind === 'turn' ? [item.stop] : [])))]).toEqual([
      true,
      new Set(['complete']),
    ]);
  });
});

test('the model looks again at a picture that is no longer sent', async () => {
  const refusal: Reply = { status: 413, body: {} };
  const script = (request: RecordedRequest): Reply => {
    if (picturesIn(request) > 1) return refusal;
    const last = JSON.stringify(request.body.messages.at(-1));
    if (last.includes('the first')) return { calls: [{ name: 'history', arguments: { query: 'shot-1.png' } }] };
    const [, number] = /#(\d+) · generation 1 · user · 1 picture/.exec(last) ?? [];
    return number === undefined ? { text: 'Seen.' } : { calls: [{ name: 'history', arguments: { from: Number(number), count: 1 } }] };
  };
  const talk = await start({ script });
  await say(talk, 'One.', await shot(talk.project, 1, 90_000));
  await say(talk, 'Two.', await shot(talk.project, 2, 90_000));
  await say(talk, 'What was on the first?');
  const last = talk.rig.server.requests.at(-1) as RecordedRequest;
  const wanted = (await shot(talk.project, 1, 90_000)).blob;
  const shown = talk.rig.events.items.findLast((event) => event.type === 'tool.end');
  expect([picturesIn(last), shown]).toEqual([
    1,
    expect.objectContaining({ name: 'history', pictures: [expect.objectContaining({ blob: wanted })] }),
  ]);
});
