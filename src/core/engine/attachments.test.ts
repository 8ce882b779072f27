import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type EngineRig, type EngineRigOptions, value } from '../testing/engine-rig.ts';
import { createGate } from '../testing/gate.ts';
import { png } from '../testing/pictures.ts';
import { BYTES, DATA_URL, keepShot, saidToModel, say, startTalk, type Talk, turnEnds } from '../testing/talk.ts';

let open: Talk | undefined;
/** The record of requests may still write one of its own. */
function removeBlobs({ workspace }: Pick<EngineRig, 'workspace'>): Promise<void> {
  return rm(join(workspace.home, 'state', 'blobs'), { recursive: true, maxRetries: 10, retryDelay: 20 });
}

afterEach(async () => {
  await open?.rig.close();
  open = undefined;
});

async function start(options?: EngineRigOptions): Promise<Talk> {
  open = await startTalk(options);
  return open;
}

function blind(url: string): string {
  return `providers:
  local: { type: openai_compat, base_url: "${url}" }
models:
  definitions:
    seeing: { provider: local, id: seeing, retry: { enabled: false } }
    blind: { provider: local, id: blind, vision: false, retry: { enabled: false } }
  profiles: { default: { default_model: seeing } }
`;
}

describe('a picture beside a prompt', () => {
  test('goes to the model, and again after a restart, as it was', async () => {
    const opened = await start();
    await say(opened, 'What is it?', await keepShot(opened.project));
    await opened.rig.restart();
    const project = await opened.rig.open();
    const reopened = value(await project.openSession(opened.session));
    await say({ ...opened, project }, 'And now?');
    const [first] = saidToModel(opened.rig);
    expect(first).toEqual([
      { type: 'text', text: expect.stringMatching(/^\[Mode: build[\s\S]*\n\n\[Picture 1: shot.png, 6x4\]\n\nWhat is it\?$/) },
      { type: 'image_url', image_url: { url: DATA_URL } },
    ]);
    expect(
      reopened.events.flatMap(({ event }) =>
        event.type === 'message.end' && event.message.role === 'user' ? [event.message.attachments] : [],
      ),
    ).toEqual([[await keepShot(project)]]);
  });

  test('can be all of it, and names the session then', async () => {
    const opened = await start();
    await say(opened, '', await keepShot(opened.project));
    expect((await opened.project.listSessions()).map(({ title }) => title)).toEqual(['shot.png']);
  });

  test('waits in the queue with its text', async () => {
    const queued = createGate();
    const opened = await start({
      script: async ({ index }) => {
        if (index === 0) await queued.wait;
        return { text: index === 0 ? 'Done.' : 'Seen.' };
      },
    });
    const picture = await keepShot(opened.project);
    const { project, session } = opened;
    value(await project.command({ type: 'prompt', session, text: 'Begin', delivery: 'now' }));
    value(await project.command({ type: 'prompt', session, text: 'Look', attachments: [picture], delivery: 'after' }));
    queued.open();
    await opened.rig.events.waitFor(() => turnEnds(opened.rig) === 2);
    expect(opened.rig.events.items.find(({ type }) => type === 'queue.update')).toMatchObject({
      items: [{ text: 'Look', attachments: [picture] }],
    });
    expect(JSON.stringify(saidToModel(opened.rig).at(-1))).toContain(DATA_URL);
  });

  test.each([
    ['no picture', Buffer.from('text'), 'notes.png cannot be attached: it is no PNG, JPEG, WebP or GIF.'],
    ['too many pixels', png(8_001, 1), 'notes.png cannot be attached: it has 8001x1 pixels, and 8000 a side is the most.'],
    [
      'too many bytes',
      Buffer.concat([BYTES, Buffer.alloc(4_000_000)]),
      'notes.png cannot be attached: it is 4.0 MB, and 3.9 MB is the most.',
    ],
  ])('is refused when it is %s', async (_, bytes, message) => {
    const { project } = await start();
    expect(await project.attachments.addPicture('notes.png', bytes)).toMatchObject({
      ok: false,
      error: { code: 'attachment_refused', message },
    });
  });

  test('is refused before it is sent once its file is gone, and when there are too many', async () => {
    const { rig: own, project, session } = await start();
    const picture = await keepShot(project);
    const many = Array.from({ length: 21 }, () => picture);
    expect(await project.command({ type: 'prompt', session, text: 'x', attachments: many, delivery: 'now' })).toMatchObject({
      error: { message: 'The prompt has 21 pictures, and 20 is the most.' },
    });
    await removeBlobs(own);
    expect(await project.command({ type: 'prompt', session, text: 'x', attachments: [picture], delivery: 'now' })).toMatchObject({
      error: { code: 'attachment_refused', message: 'shot.png cannot be attached: its file is missing or damaged.' },
    });
    expect(own.server.requests).toEqual([]);
  });
});

describe('pictures of a session', () => {
  test('go along into a fork, whose draft has those of the prompt it ends before', async () => {
    const opened = await start();
    const picture = await keepShot(opened.project);
    await say(opened, 'First', picture);
    await say(opened, 'Second', picture);
    const { project, session } = opened;
    const events = value(await project.openSession(session)).events;
    const prompts = events.flatMap(({ event }) =>
      event.type === 'message.end' && event.message.role === 'user' ? [event.message.id] : [],
    );
    const fork = value(await project.library.fork(session, prompts[1]));
    expect(await project.readDraft(fork)).toEqual({ text: 'Second', attachments: [picture] });
    await say({ ...opened, session: fork }, 'Third');
    expect(saidToModel(opened.rig).map((content) => JSON.stringify(content).includes(DATA_URL))).toEqual([true, false]);
  });

  test('are in its export, and come back with it where nothing else is known', async () => {
    const opened = await start();
    await say(opened, 'Look', await keepShot(opened.project));
    const file = join(opened.rig.workspace.path, 'session.json');
    value(await opened.project.library.exportTo(opened.session, { format: 'json', path: file, replace: false }));
    await removeBlobs(opened.rig);
    const imported = value(await opened.project.library.importFrom(file));
    await say({ ...opened, session: imported }, 'Again');
    expect(JSON.stringify(saidToModel(opened.rig)[0])).toContain(DATA_URL);
    expect(value(await opened.project.library.exportText(opened.session, 'md'))).toContain('- Picture: shot.png (6x4)');
  });

  test('that an export lies about are not kept', async () => {
    const opened = await start();
    await say(opened, 'Look', await keepShot(opened.project));
    const file = join(opened.rig.workspace.path, 'session.json');
    value(await opened.project.library.exportTo(opened.session, { format: 'json', path: file, replace: false }));
    await removeBlobs(opened.rig);
    await writeFile(file, (await readFile(file, 'utf8')).replace(BYTES.toString('base64'), png(1, 1).toString('base64')));
    const imported = value(await opened.project.library.importFrom(file));
    await say({ ...opened, session: imported }, 'Again');
    expect(JSON.stringify(saidToModel(opened.rig)[0])).toContain(
      '[Not shown: shot.png (image/png, 6x4), because its file is missing or damaged]',
    );
  });
});

describe('a model that takes no pictures', () => {
  test('that refused one is known to after a restart, until the models are asked for again', async () => {
    const refusal = { status: 400, body: { error: { message: 'Image input is not supported by this model', code: null } } };
    const opened = await start({ script: [refusal, { text: 'I cannot see.' }, { text: 'Blue.' }] });
    await say(opened, 'What is it?', await keepShot(opened.project));
    await opened.rig.restart();
    const project = await opened.rig.open();
    value(await project.openSession(opened.session));
    const attachments = [await keepShot(project)];
    const prompt = { type: 'prompt', session: opened.session, text: 'Again', attachments, delivery: 'now' } as const;
    expect(await project.command(prompt)).toMatchObject({ ok: false, error: { code: 'model_blind' } });
    await project.models.refresh({});
    await say({ ...opened, project }, 'And now?', await keepShot(project));
    expect(JSON.stringify(saidToModel(opened.rig).at(-1))).toContain(DATA_URL);
  });

  test('is not sent one: the prompt is refused with what to do', async () => {
    const { rig: own, project, session } = await start({ config: blind });
    value(await project.command({ type: 'session.model', session, model: 'blind' }));
    const refused = await project.command({
      type: 'prompt',
      session,
      text: 'Look',
      attachments: [await keepShot(project)],
      delivery: 'now',
    });
    expect([refused, own.server.requests.length]).toMatchObject([
      {
        error: {
          code: 'model_blind',
          message: 'local/blind takes no pictures, and the prompt has one: shot.png.',
          safe: 'Nothing was sent.',
        },
      },
      0,
    ]);
    expect((await project.models.list()).map(({ ref, vision }) => [ref, vision])).toEqual([
      ['seeing', undefined],
      ['blind', false],
      ['demo/fix-the-test', undefined],
    ]);
  });

  test('is told in the place of those that another one saw', async () => {
    const opened = await start({ config: blind });
    await say(opened, 'Look', await keepShot(opened.project));
    value(await opened.project.command({ type: 'session.model', session: opened.session, model: 'blind' }));
    await say(opened, 'And?');
    expect(saidToModel(opened.rig)[0]).toEqual(
      expect.stringMatching(
        /\[Picture 1: shot.png, 6x4\]\n\nLook\n\[Not shown: shot.png \(image\/png, 6x4\), because this model takes no pictures\]$/,
      ),
    );
  });
});
