import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStoreFixture, eventsOf, must, notice, type StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;

beforeEach(async () => {
  fixture = await createStoreFixture();
});

afterEach(() => fixture.remove());

async function writtenLog(messages: readonly string[]): Promise<{ readonly id: ReturnType<StoreFixture['newId']>; readonly path: string }> {
  const log = await fixture.create();
  for (const message of messages) must(await log.append(notice(message)));
  await log.close();
  return { id: log.id, path: fixture.files(log.id).log };
}

/** Contents of what was set aside beside the log, which is then removed. */
async function takeSetAside(id: ReturnType<StoreFixture['newId']>): Promise<readonly string[]> {
  const { folder } = fixture.files(id);
  const paths = (await readdir(folder)).filter((name) => name.includes('.torn-')).map((name) => join(folder, name));
  const contents = await Promise.all(paths.map((path) => readFile(path, 'latin1')));
  await Promise.all(paths.map((path) => rm(path)));
  return contents;
}

test('a log cut at any byte opens with its complete entries, keeps the original, and can be continued', async () => {
  const { id, path } = await writtenLog(['one', 'zwei €']);
  const whole = await readFile(path);
  const ends = [...whole.entries()].filter(([, byte]) => byte === 10).map(([index]) => index + 1);
  for (let length = 0; length < whole.length; length += 1) {
    await writeFile(path, whole.subarray(0, length));
    const complete = Math.max(0, ends.filter((end) => end <= length).length - 1);
    const torn = length > 0 && !ends.includes(length);

    const log = await fixture.open(id);
    must(await log.append(notice('after')));
    await log.close();
    const again = await fixture.open(id);
    await again.close();

    const kept = [notice('one'), notice('zwei €')].slice(0, complete);
    expect({
      length,
      read: eventsOf(log),
      repaired: log.repaired !== undefined,
      continued: eventsOf(again),
      clean: again.repaired,
      aside: await takeSetAside(id),
    }).toEqual({
      length,
      read: kept,
      repaired: torn,
      continued: [...kept, notice('after')],
      clean: undefined,
      aside: torn ? [whole.toString('latin1', 0, length)] : [],
    });
  }
}, 120_000);

test('an unreadable last line is cut, also when it is finished', async () => {
  const { id, path } = await writtenLog(['one']);
  const whole = await readFile(path, 'utf8');
  await writeFile(path, `${whole}{"id":"2","par\n\u0000\u0000\n`);
  const log = await fixture.open(id);
  await log.close();
  expect({ events: eventsOf(log), text: await readFile(path, 'utf8'), aside: await takeSetAside(id) }).toEqual({
    events: [notice('one')],
    text: whole,
    aside: [`${whole}{"id":"2","par\n\u0000\u0000\n`],
  });
  expect(log.repaired).toMatch(/cut short.*log\.jsonl\.torn-20260101T000000000Z/);
});

test('lines in the middle that cannot be shown stay on disk, and only damaged ones are spoken of', async () => {
  const { id, path } = await writtenLog(['one', 'two', 'three']);
  const [header = '', one = '', , three = ''] = (await readFile(path, 'utf8')).split('\n');
  const wrongShape = '{"id":"8","parent":"1","time":1,"type":"turn.start","data":{"turn":7}}';
  const future = '{"id":"9","parent":"1","time":1,"type":"hologram.start","data":{"depth":3}}';
  const lines = [header, one, '{"id":"2","da', future, wrongShape, three, future, ''].join('\n');
  await writeFile(path, lines);
  const log = await fixture.open(id);
  must(await log.append(notice('four')));
  await log.close();
  expect({ events: eventsOf(log), aside: await takeSetAside(id), repaired: log.repaired }).toEqual({
    events: [notice('one'), notice('three')],
    aside: [],
    repaired: '2 lines of the log are damaged and are not shown; the log itself was left as it is.',
  });
  const after = await readFile(path, 'utf8');
  expect(after.startsWith(lines)).toBe(true);
  expect(JSON.parse(after.slice(lines.length))).toMatchObject({ id: '7', parent: '9', data: { message: 'four' } });
});

test('a damaged first line makes the session unreadable and changes nothing', async () => {
  const { id, path } = await writtenLog(['one']);
  const damaged = (await readFile(path, 'utf8')).replace('"schema"', '"schem');
  await writeFile(path, damaged);
  expect(await fixture.store.open('/work place/Project', id)).toMatchObject({ ok: false, error: { code: 'session_unreadable' } });
  expect(await readFile(path, 'utf8')).toBe(damaged);
});

test('a session that lost its first line keeps its place in the list', async () => {
  const { id, path } = await writtenLog([]);
  await truncate(path, 5);
  const log = await fixture.open(id);
  await log.close();
  const listed = await fixture.store.list('/work place/Project');
  expect(listed).toMatchObject([{ id, title: 'Recovered session', turns: 0, readOnly: false }]);
});
