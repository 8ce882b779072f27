import { appendFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendAll, createStoreFixture, notice, type StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await createStoreFixture();
});
afterEach(() => fixture.remove());

const MESSAGES = Array.from({ length: 300 }, (_, index) => (index % 70 === 0 ? `long ${index} `.repeat(10_000) : `event ${index} é`));

test('events are read again by their numbers, those with texts in blobs, those of an earlier opening and those just appended', async () => {
  const first = await fixture.create();
  await appendAll(first, MESSAGES.slice(0, 200).map(notice));
  await first.close();
  const log = await fixture.open(first.id);
  await appendAll(log, MESSAGES.slice(200).map(notice));
  for (const [from, to] of [
    [0, 300],
    [63, 65],
    [64, 128],
    [140, 141],
    [190, 210],
    [255, 300],
    [299, 400],
    [7, 7],
  ] as const) {
    const texts = (await log.read(from, to)).map(({ event }) => (event.type === 'notice' ? event.message : event.type));
    expect(texts).toEqual(MESSAGES.slice(from, to));
  }
});

test('lines that cannot be read have no number', async () => {
  const first = await fixture.create();
  await appendAll(first, ['a', 'b'].map(notice));
  await first.close();
  await appendFile(fixture.files(first.id).log, 'no event at all\n');
  const log = await fixture.open(first.id);
  await appendAll(log, ['c'].map(notice));
  await log.close();
  const again = await fixture.open(first.id);
  expect(await again.read(1, 9)).toEqual(again.events.slice(1));
  expect(again.events.length).toBeGreaterThanOrEqual(3);
});
