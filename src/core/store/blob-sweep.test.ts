import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBlobStore, toBlob } from './blob-store.ts';
import { findUnusedBlobs, removeUnused } from './blob-sweep.ts';

let state = '';
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'steiner-blobs-'));
});
afterEach(() => rm(state, { recursive: true, maxRetries: 10 }));

const NOW = Date.now();
const LONG_AGO = NOW / 1_000 - 3 * 24 * 3_600;

const store = () => createBlobStore(join(state, 'blobs'));
const pathOf = (sha256: string) => join(state, 'blobs', sha256.slice(0, 2), sha256);

/** A blob that nobody used for three days. */
async function oldBlob(text: string): Promise<{ readonly sha256: string; readonly path: string }> {
  const blob = toBlob(text);
  await store().write(blob);
  const path = pathOf(blob.sha256);
  await utimes(path, LONG_AGO, LONG_AGO);
  return { sha256: blob.sha256, path };
}

async function note(place: string, text: string): Promise<void> {
  await mkdir(dirname(join(state, place)), { recursive: true });
  await writeFile(join(state, place), text);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

test('names in logs, in what was set aside, in the trash and in drafts keep a blob, wherever they stand; the rest is unused', async () => {
  const places = [
    'sessions/p/1/log.jsonl',
    'sessions/p/1/log.jsonl.torn-2026',
    'trash/p/2/log.jsonl',
    'sessions/p/3/draft-attachments.json',
  ];
  for (const place of places) await note(place, `{"blobs":[{"sha256":"${(await oldBlob(place)).sha256}"}]}\n`);
  const cut = await oldBlob('across the chunks');
  await note('sessions/p/4/log.jsonl', `${' '.repeat(1024 * 1024 - 30)}"${cut.sha256}"`);
  const unused = [await oldBlob('nobody'), await oldBlob('nobody either')];
  await store().write(toBlob('new, and not named yet'));
  await note('sessions/p/5/log.jsonl', `"${unused[0]?.sha256}ff" "aa${unused[1]?.sha256}"`);
  const found = await findUnusedBlobs(state, NOW);
  expect({ ...found, paths: [...found.paths].sort() }).toEqual({
    paths: unused.map(({ path }) => path).sort(),
    bytes: 'nobody'.length + 'nobody either'.length,
  });
  for (const path of found.paths) expect(await removeUnused(path, NOW)).toBeGreaterThan(0);
  expect((await findUnusedBlobs(state, NOW)).paths).toEqual([]);
  expect(await readdir(join(state, 'blobs', '.going'))).toEqual([]);
});

test('a blob that a writer uses at any point of its removal is there afterwards', async () => {
  const text = 'used again';
  const before = await oldBlob(text);
  const found = await findUnusedBlobs(state, NOW);
  await store().write(toBlob(text));
  expect([await removeUnused(before.path, NOW), await isThere(before.path)]).toEqual([undefined, true]);

  // Between the look at its age and its being taken out of its place.
  await utimes(before.path, LONG_AGO, LONG_AGO);
  const going = join(state, 'blobs', '.going', before.sha256);
  await mkdir(dirname(going), { recursive: true });
  await store().write(toBlob(text));
  await rename(before.path, going);
  expect(await findUnusedBlobs(state, NOW)).toEqual({ paths: [], bytes: 0 });
  expect([await isThere(before.path), await isThere(going)]).toEqual([true, false]);

  // After it was taken out: the writer finds nothing and writes it anew.
  await rename(before.path, going);
  await store().write(toBlob(text));
  expect([await removeUnused(before.path, NOW), await store().read(before.sha256)]).toEqual([undefined, text]);
  expect(found.paths).toEqual([before.path]);
});

test('many writers and a sweep at once: what was written last can be read', async () => {
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
  const blobs = await Promise.all(texts.map(oldBlob));
  const work = blobs.flatMap(({ path }, index) => [removeUnused(path, NOW), store().write(toBlob(texts[index] ?? ''))]);
  await Promise.all(work);
  await findUnusedBlobs(state, NOW);
  expect(await Promise.all(blobs.map(({ sha256 }) => store().read(sha256)))).toEqual(texts);
});
