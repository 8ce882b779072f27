import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionId } from '../../shared/ids.ts';
import { newDraftFile } from './paths.ts';
import { createStoreFixture, must, PROJECT, type StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;
let id: SessionId;
beforeEach(async () => {
  fixture = await createStoreFixture();
  ({ id } = await fixture.create());
});
afterEach(() => fixture.remove());

const attachments = [{ kind: 'picture', name: 'a.png', blob: 'c'.repeat(64), mime: 'image/png', width: 1, height: 1, bytes: 9 }] as const;

const draftFiles = async (): Promise<readonly string[]> =>
  (await readdir(fixture.files(id).folder)).filter((name) => name.startsWith('draft'));

async function writeOld(): Promise<void> {
  await writeFile(fixture.files(id).oldDraft, 'from before');
  await writeFile(fixture.files(id).oldDraftAttachments, JSON.stringify(attachments));
}

test('text and attachments are one file, and what an interrupted write left does not count', async () => {
  must(await fixture.store.writeDraft(PROJECT, id, { text: 'first', attachments }));
  expect(await draftFiles()).toEqual(['draft.json']);
  await writeFile(join(fixture.files(id).folder, 'draft.json.0011aabb.tmp'), '{"text":"sec');
  expect(await fixture.store.readDraft(PROJECT, id)).toEqual({ text: 'first', attachments });
});

test('a draft of an earlier build is read until another takes its place', async () => {
  await writeOld();
  expect(await fixture.store.readDraft(PROJECT, id)).toEqual({ text: 'from before', attachments });
  must(await fixture.store.writeDraft(PROJECT, id, { text: 'new', attachments: [] }));
  expect([await draftFiles(), await fixture.store.readDraft(PROJECT, id)]).toEqual([['draft.json'], { text: 'new', attachments: [] }]);
});

test('an empty draft has no file, whoever wrote the one before', async () => {
  await writeOld();
  must(await fixture.store.writeDraft(PROJECT, id, { text: '', attachments: [] }));
  expect([await draftFiles(), await fixture.store.readDraft(PROJECT, id)]).toEqual([[], { text: '', attachments: [] }]);
});

test('the text of the new-session page is kept for its project, and makes no session', async () => {
  const [draft, other] = [
    { text: 'no session yet', attachments },
    { text: 'elsewhere', attachments: [] },
  ];
  must(await fixture.store.writeDraft('/new', null, draft));
  must(await fixture.store.writeDraft(PROJECT, null, other));
  const { store } = fixture;
  expect([await store.readDraft('/new', null), await store.readDraft(PROJECT, null), await store.readDraft('/third', null)]).toEqual([
    draft,
    other,
    { text: '', attachments: [] },
  ]);
  expect([await store.list('/new'), (await store.list(PROJECT)).map((row) => row.id)]).toEqual([[], [id]]);
  must(await store.writeDraft('/new', null, { text: '', attachments: [] }));
  expect(await readdir(dirname(newDraftFile(fixture.state, '/new')))).toEqual([]);
});

test('a draft that cannot be read is empty', async () => {
  await writeFile(fixture.files(id).draft, '{"text":');
  expect(await fixture.store.readDraft(PROJECT, id)).toEqual({ text: '', attachments: [] });
});
