import { appendFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KeptEvent } from '../../shared/events.ts';
import { messageIdSchema, type SessionId } from '../../shared/ids.ts';
import { blobPath, toBlob } from './blob-store.ts';
import { gramsOf } from './gram-filter.ts';
import { createStoreFixture, must, type StoreFixture } from './testing/store-fixture.ts';
import { mayBeIn, movedMayBeIn, readTextIndex, updateTextIndex } from './text-index.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await createStoreFixture();
});
afterEach(() => fixture.remove());

function said(text: string): KeptEvent {
  return { type: 'message.end', message: { role: 'user', id: messageIdSchema.parse('u1'), origin: 'prompt', text } };
}

async function session(...texts: readonly string[]): Promise<SessionId> {
  const log = await fixture.create();
  for (const text of texts) must(await log.append(said(text)));
  await log.close();
  return log.id;
}

async function holds(id: SessionId, query: string): Promise<boolean> {
  const { textIndex, log } = fixture.files(id);
  return mayBeIn(readTextIndex(textIndex), (await readFile(log)).length, gramsOf(query));
}

test('a closed session has one, which knows its texts and nothing of the frame around them', async () => {
  const id = await session('The harbour master', 'said so');
  expect([await holds(id, 'HARBOUR'), await holds(id, 'lighthouse'), await holds(id, 'origin')]).toEqual([true, false, false]);
});

test('it knows the texts that lie in blobs, and says so of their lines only', async () => {
  const long = 'x'.repeat(80_000);
  const id = await session('The quay', `${long} harbour`, 'The berth');
  const { textIndex } = fixture.files(id);
  const { pieces } = readTextIndex(textIndex);
  const size = (await readFile(fixture.files(id).log)).length;
  const places = (query: string) => movedMayBeIn(readTextIndex(textIndex), size, gramsOf(query)).length;
  expect([await holds(id, 'harbour'), await holds(id, 'lighthouse'), pieces.map(({ moved }) => moved)]).toEqual([
    true,
    false,
    [false, true, false],
  ]);
  expect([places('harbour'), places('quay'), places('lighthouse')]).toEqual([1, 0, 0]);
});

test('a line whose blob is missing may hold anything: it may be there again', async () => {
  const text = `${'x'.repeat(80_000)} harbour`;
  const id = await session(text);
  const { textIndex, log } = fixture.files(id);
  await rm(textIndex);
  await rm(blobPath(join(fixture.state, 'blobs'), toBlob(text).sha256));
  await updateTextIndex(textIndex, { path: log, blobs: fixture.store.blobs });
  expect(await holds(id, 'harbour')).toBe(true);
});

test('what many blobs hold is not indexed at once when a session is closed', async () => {
  const id = await session(...Array.from({ length: 4 }, (_, index) => `${index}${'x'.repeat(900_000)}`));
  const { textIndex, log } = fixture.files(id);
  const { covered } = readTextIndex(textIndex);
  await updateTextIndex(textIndex, { path: log, blobs: fixture.store.blobs });
  const size = (await readFile(log)).length;
  expect([covered > 0 && covered < size, readTextIndex(textIndex).covered === size]).toEqual([true, true]);
});

test('it grows with the session, piece by piece', async () => {
  const id = await session('The harbour master');
  const again = await fixture.open(id);
  must(await again.append(said('The lighthouse')));
  expect(await holds(id, 'nowhere')).toBe(true);
  await again.close();
  const { pieces } = readTextIndex(fixture.files(id).textIndex);
  expect([pieces.length, await holds(id, 'lighthouse'), await holds(id, 'harbour'), await holds(id, 'nowhere')]).toEqual([
    2,
    true,
    true,
    false,
  ]);
});

test.each([
  ['missing', (path: string) => writeFile(path, '')],
  ['not one', (path: string) => writeFile(path, 'something else, and long enough to be taken for a piece of it')],
  ['cut', async (path: string) => truncate(path, (await readFile(path)).length - 3)],
  ['damaged', async (path: string) => writeFile(path, (await readFile(path)).fill(0xff, 30, 40))],
  ['followed by a piece that was cut', async (path: string) => appendFile(path, (await readFile(path)).subarray(0, 20))],
])('one that is %s hides nothing, and is made again', async (_how, damage) => {
  const id = await session('The harbour master', 'x'.repeat(50_000));
  const { textIndex, log } = fixture.files(id);
  const whole = await readFile(textIndex);
  await damage(textIndex);
  expect(await holds(id, 'harbour')).toBe(true);
  await updateTextIndex(textIndex, { path: log, blobs: fixture.store.blobs });
  expect(await readFile(textIndex)).toEqual(whole);
});

test('pieces that two processes added at once are taken once', async () => {
  const id = await session('The harbour master');
  const { textIndex } = fixture.files(id);
  const whole = await readFile(textIndex);
  await appendFile(textIndex, whole);
  expect({ ...readTextIndex(textIndex), sound: 0, size: 0 }).toMatchObject({ pieces: [expect.anything()] });
  expect([await holds(id, 'harbour'), await holds(id, 'nowhere')]).toEqual([true, false]);
});

test('one that is ahead of its log, as after a torn write that was cut, goes when the session is opened', async () => {
  const id = await session('The harbour master', 'The lighthouse');
  const { log } = fixture.files(id);
  const lines = (await readFile(log, 'utf8')).split('\n');
  await writeFile(log, `${lines.slice(0, 2).join('\n')}\n`);
  const again = await fixture.open(id);
  must(await again.append(said('The quay')));
  await again.close();
  expect([await holds(id, 'quay'), await holds(id, 'harbour'), await holds(id, 'lighthouse')]).toEqual([true, true, false]);
});
