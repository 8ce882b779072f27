import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { KeptEvent } from '../../shared/events.ts';
import { turnIdSchema } from '../../shared/ids.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import { keptEvents } from './testing/event-arbitraries.ts';
import { appendAll, createStoreFixture, eventsOf, must, notice, PROJECT, type StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;

beforeEach(async () => {
  fixture = await createStoreFixture();
});

afterEach(() => fixture.remove());

const turn = turnIdSchema.parse('t1');
const TURN: readonly KeptEvent[] = [
  { type: 'turn.start', turn, model: 'p/m' },
  { type: 'turn.end', turn, stop: 'complete', rounds: 1, usage: NO_USAGE, duration: 5, files: [] },
];

describe('a log', () => {
  test('gives back any events, in order, as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(keptEvents, fc.nat({ max: 12 }), async (events, split) => {
        const log = await fixture.create();
        const outcomes = [...(await appendAll(log, events.slice(0, split))), ...(await appendAll(log, events.slice(split)))];
        await log.close();
        const again = await fixture.open(log.id);
        await again.close();
        expect(outcomes.map(must)).toEqual(again.events);
        expect(eventsOf(again)).toEqual(events);
        expect({ readOnly: again.readOnly, repaired: again.repaired }).toEqual({ readOnly: undefined, repaired: undefined });
      }),
      { numRuns: 60 },
    );
  });

  test('stamps events with the time of the call and chains them by line number', async () => {
    const log = await fixture.create();
    const first = log.append(notice('one'));
    await fixture.clock.advance(1_000);
    const second = log.append(notice('two'));
    const stamps = [must(await first).time, must(await second).time];
    await log.close();
    const lines = (await readFile(fixture.files(log.id).log, 'utf8')).trimEnd().split('\n');
    const start = stamps[0] ?? 0;
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { schema: 1, id: log.id, project: PROJECT, title: 'A title', model: 'p/m', time: start },
      { id: '1', parent: null, time: start, type: 'notice', data: { level: 'info', code: 'problem', message: 'one' } },
      { id: '2', parent: '1', time: start + 1_000, type: 'notice', data: { level: 'info', code: 'problem', message: 'two' } },
    ]);
    expect(stamps).toEqual([start, start + 1_000]);
  });

  test('is private to its owner', async () => {
    const log = await fixture.create();
    await log.append(notice('x'.repeat(100_000)));
    must(await fixture.store.writeDraft(PROJECT, log.id, { text: 'draft', attachments: [PICTURE] }));
    const { folder, log: path, draft, lock } = fixture.files(log.id);
    const [blobFolder = ''] = await readdir(join(fixture.state, 'blobs'));
    const [blob = ''] = await readdir(join(fixture.state, 'blobs', blobFolder));
    const paths = [folder, join(fixture.state, 'sessions'), path, draft, lock, join(fixture.state, 'blobs', blobFolder, blob)];
    const modes = await Promise.all(paths.map(async (each) => ((await stat(each)).mode & 0o777).toString(8)));
    await log.close();
    expect(modes).toEqual(['700', '700', '600', '600', '600', '600']);
  });

  test('refuses what comes after closing', async () => {
    const log = await fixture.create();
    await log.close();
    await log.close();
    expect(await log.append(notice('late'))).toMatchObject({ ok: false, error: { code: 'internal' } });
  });

  test('that is not there is a missing session', async () => {
    expect(await fixture.store.open(PROJECT, fixture.newId())).toMatchObject({ ok: false, error: { code: 'session_missing' } });
  });

  test('that a newer build wrote is read as far as it goes, and left alone', async () => {
    const log = await fixture.create();
    await appendAll(log, [notice('one'), notice('two')]);
    await log.close();
    const { log: path, folder, summary } = fixture.files(log.id);
    const text = (await readFile(path, 'utf8')).replace('"schema":1', '"schema":2');
    await writeFile(path, `${text}{"new":"shape"}\n{"torn`);
    await rm(summary);
    const again = await fixture.open(log.id);
    expect({ code: again.readOnly?.code, events: eventsOf(again) }).toEqual({
      code: 'session_newer',
      events: [notice('one'), notice('two')],
    });
    expect(await again.append(notice('three'))).toMatchObject({ ok: false, error: { code: 'session_newer' } });
    await again.close();
    expect({ text: await readFile(path, 'utf8'), files: await readdir(folder) }).toEqual({
      text: `${text}{"new":"shape"}\n{"torn`,
      files: ['log.jsonl', 'text-index.bin'],
    });
    expect(await fixture.store.list(PROJECT)).toMatchObject([{ id: log.id, readOnly: true }]);
  });
});

describe('the list', () => {
  test('is newest first, from summaries that follow the log', async () => {
    const [first, second] = [await fixture.create(), await fixture.create()];
    const created = fixture.clock.now();
    await fixture.clock.advance(10);
    await appendAll(second, [notice('later')]);
    await fixture.clock.advance(10);
    await appendAll(first, [...TURN, { type: 'session.update', title: 'Renamed' }]);
    await Promise.all([first.close(), second.close()]);
    const row = { title: 'A title', model: 'p/m', createdAt: created, updatedAt: created + 10, turns: 0, readOnly: false };
    expect(await fixture.store.list(PROJECT)).toEqual([
      { ...row, id: first.id, title: 'Renamed', updatedAt: created + 20, turns: 1, lastStop: 'complete' },
      { ...row, id: second.id },
    ]);
    expect(await fixture.store.list('/another')).toEqual([]);
  });

  test.each([
    ['missing', undefined],
    ['not JSON', '{'],
    ['of another shape', '{"id":"x"}'],
  ])('makes a summary again that is %s', async (_name, content) => {
    const log = await fixture.create();
    await appendAll(log, TURN);
    await log.close();
    const { summary } = fixture.files(log.id);
    const before = JSON.parse(await readFile(summary, 'utf8'));
    if (content === undefined) await rm(summary);
    else await writeFile(summary, content);
    const listed = await fixture.store.list(PROJECT);
    expect({ listed, written: JSON.parse(await readFile(summary, 'utf8')) }).toEqual({ listed: [before], written: before });
  });

  test('is listed by another process from its first prompt on, long before the first turn ends', async () => {
    const log = await fixture.create();
    const session = { type: 'session.start', session: log.id, project: PROJECT, title: 'New session', model: 'p/m' } as const;
    await appendAll(log, [session, { type: 'turn.start', turn, model: 'p/m' }, { type: 'session.update', title: 'Fix it' }]);
    const { summary } = fixture.files(log.id);
    await expect.poll(async () => JSON.parse(await readFile(summary, 'utf8'))).toMatchObject({ turns: 1, title: 'Fix it' });
    await log.close();
  });

  test('follows the log also when the last summary could not be written', async () => {
    const created = await fixture.create();
    await created.close();
    const { summary, folder } = fixture.files(created.id);
    // Beside a file with the longest name there is no room for the new one's.
    const longest = join(folder, 'x'.repeat(255));
    await rename(summary, longest);
    await symlink(longest, summary);
    const log = await fixture.open(created.id);
    await appendAll(log, TURN);
    await log.close();
    expect(fixture.warnings).toContain('the session summary could not be written');
    expect(await fixture.store.list(PROJECT)).toMatchObject([{ id: log.id, turns: 1, lastStop: 'complete' }]);
  });

  test('leaves out what cannot be read, without deleting it', async () => {
    const log = await fixture.create();
    await log.close();
    const broken = fixture.files(fixture.newId());
    await mkdir(broken.folder);
    await writeFile(broken.log, 'not a header\n');
    expect((await fixture.store.list(PROJECT)).map(({ id }) => id)).toEqual([log.id]);
    expect({ warnings: fixture.warnings, left: await readFile(broken.log, 'utf8') }).toEqual({
      warnings: ['a session was left out of the list'],
      left: 'not a header\n',
    });
  });
});

const EMPTY = { text: '', attachments: [] };
const SIZE = { width: 640, height: 480, bytes: 9_000 };
const PICTURE = { kind: 'picture', blob: 'a'.repeat(64), mime: 'image/png', name: 'shot.png', ...SIZE } as const;

describe('drafts', () => {
  test('are kept per session and forgotten when empty', async () => {
    const [one, two] = [await fixture.create(), await fixture.create()];
    const drafts = ['a', 'ab', 'abc'].map((text) => ({ text, attachments: [PICTURE] }));
    await Promise.all(drafts.map((draft) => fixture.store.writeDraft(PROJECT, one.id, draft)));
    const written = [await fixture.store.readDraft(PROJECT, one.id), await fixture.store.readDraft(PROJECT, two.id)];
    must(await fixture.store.writeDraft(PROJECT, one.id, EMPTY));
    const emptied = await fixture.store.readDraft(PROJECT, one.id);
    await Promise.all([one.close(), two.close()]);
    expect({ written, emptied }).toEqual({ written: [{ text: 'abc', attachments: [PICTURE] }, EMPTY], emptied: EMPTY });
    const left = await readdir(fixture.files(one.id).folder);
    expect(left.filter((name) => name.startsWith('draft'))).toEqual([]);
  });

  test('of a session that is not there are refused', async () => {
    expect(await fixture.store.writeDraft(PROJECT, fixture.newId(), { text: 'x', attachments: [] })).toMatchObject({
      ok: false,
      error: { code: 'session_missing' },
    });
  });
});

describe('blobs', () => {
  const LONG = 'line €\n'.repeat(20_000);

  test('hold long text once, and the log does not', async () => {
    const log = await fixture.create();
    await appendAll(log, [notice(LONG), notice(LONG)]);
    await log.close();
    const folders = await readdir(join(fixture.state, 'blobs'));
    expect({ folders: folders.length, small: (await stat(fixture.files(log.id).log)).size < 1_000 }).toEqual({ folders: 1, small: true });
  });

  test('that are missing or damaged are said to be so in their place', async () => {
    const log = await fixture.create();
    await appendAll(log, [notice(LONG), notice(`${LONG}.`), notice('short')]);
    await log.close();
    const blobs = join(fixture.state, 'blobs');
    const paths = (await readdir(blobs, { recursive: true })).filter((path) => path.length > 60);
    await rm(join(blobs, paths[0] ?? ''));
    await writeFile(join(blobs, paths[1] ?? ''), 'other');
    const again = await fixture.open(log.id);
    await again.close();
    const messages = again.events.map(({ event }) => (event.type === 'notice' ? event.message.replace(/[0-9a-f]{12}/, '…') : ''));
    expect({ messages: messages.sort(), repaired: again.repaired }).toEqual({
      messages: ['[This content could not be read from disk: blob …]', '[This content is damaged on disk: blob …]', 'short'],
      repaired: undefined,
    });
  });

  test('are cut at the cap, between characters, with a word about it', async () => {
    const log = await fixture.create();
    const cap = 8 * 1024 * 1024;
    await log.append(notice(`a${'é'.repeat(cap / 2 + 10)}`));
    await log.close();
    const again = await fixture.open(log.id);
    await again.close();
    const event = again.events[0]?.event;
    const message = event?.type === 'notice' ? event.message : '';
    expect(message === `a${'é'.repeat(cap / 2 - 1)}\n[The other 22 bytes were too long to keep]\n`).toBe(true);
  });
});

test('a state folder that is a file, and a session that exists already, are problems and not exceptions', async () => {
  const log = await fixture.create();
  const again = await fixture.store.create({ id: log.id, project: PROJECT, title: '', model: '' });
  await appendAll(log, [notice('still written')]);
  await log.close();
  expect(again).toMatchObject({ ok: false, error: { code: 'state_unwritable' } });
  expect(eventsOf(await fixture.open(log.id))).toEqual([notice('still written')]);
  await rm(fixture.state, { recursive: true, maxRetries: 10 });
  await writeFile(fixture.state, '');
  expect(await fixture.store.create({ id: log.id, project: PROJECT, title: '', model: '' })).toMatchObject({
    ok: false,
    error: { code: 'state_unwritable', detail: expect.stringContaining('ENOTDIR') },
  });
});

test('a session whose lock cannot be taken is opened for reading', async () => {
  const log = await fixture.create();
  await appendAll(log, [notice('one')]);
  await log.close();
  await mkdir(fixture.files(log.id).lock);
  const again = await fixture.open(log.id);
  expect({ code: again.readOnly?.code, events: eventsOf(again) }).toEqual({ code: 'state_unwritable', events: [notice('one')] });
});
