import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSystemClock } from '../lib/clock.ts';
import { sweepLeftovers, sweepShared } from './sweep-leftovers.ts';
import { createStoreFixture, PROJECT, type StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await createStoreFixture();
});
afterEach(() => fixture.remove());

const MARK = '0123456789abcdef';
const LEFT = ['draft.txt.0011aabb.tmp', `lock.${MARK}.new`, `lock.${MARK}`, `config.yaml.lock.${MARK}.new`];

async function make(folder: string, names: readonly string[], hours: number): Promise<void> {
  const time = Date.now() / 1_000 - hours * 3_600;
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    await writeFile(join(folder, name), 'half');
    await utimes(join(folder, name), time, time);
  }
}

test('what a killed process was making goes after an hour; nothing else does', async () => {
  const kept = ['draft.txt', 'notes.tmp', 'lock', 'config.yaml.lock', 'log.jsonl.torn-20260101T000000000Z'];
  await make(fixture.home, [...LEFT, ...kept], 2);
  await make(fixture.home, ['marks.json.00112233.tmp'], 0.5);
  await sweepLeftovers(fixture.home, Date.now());
  expect((await readdir(fixture.home)).sort()).toEqual([...kept, 'marks.json.00112233.tmp'].sort());
});

test('the shared folders are swept, blobs and unfinished sessions among them', async () => {
  const log = await fixture.create();
  await log.close();
  const { folder } = fixture.files(log.id);
  const [sessions, blobs, config] = [join(folder, '..'), join(fixture.state, 'blobs', 'ab'), join(fixture.home, 'config')];
  const building = join(sessions, `.new-${'c'.repeat(32)}`);
  await make(building, ['log.jsonl'], 0);
  await utimes(building, 0, 0);
  for (const each of [sessions, blobs, config, fixture.state]) await make(each, ['x.00112233.tmp'], 2);
  const paths = { config, state: fixture.state, cache: '' };
  await sweepShared({ paths, clock: createSystemClock() }, PROJECT);
  expect([await readdir(sessions), await readdir(blobs), await readdir(config)]).toEqual([[log.id], [], []]);
});

test('a folder that never got a log goes when it is old, and is no session while it is there', async () => {
  const log = await fixture.create();
  await log.close();
  const sessions = join(fixture.files(log.id).folder, '..');
  const [old, young] = [join(sessions, 'd'.repeat(32)), join(sessions, 'e'.repeat(32))];
  for (const folder of [old, young]) await make(folder, ['lock.0123456789abcdef.new'], 0);
  for (const path of [join(old, 'lock.0123456789abcdef.new'), old]) await utimes(path, 0, 0);
  expect(await fixture.store.list(PROJECT)).toMatchObject([{ id: log.id }]);
  expect(new Set(await readdir(sessions))).toEqual(new Set([log.id, 'e'.repeat(32)]));
});
