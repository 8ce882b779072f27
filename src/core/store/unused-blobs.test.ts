import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PictureAttachment } from '../../shared/attachments.ts';
import type { KeptEvent } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import { png } from '../testing/pictures.ts';
import { blobPath } from './blob-store.ts';
import { keepPicture } from './pictures.ts';
import { createStoreFixture, must, notice, PROJECT, type StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await createStoreFixture();
});
afterEach(() => fixture.remove());

const HOURS_AGO = 3 * 60 * 60 * 1_000;

async function picture(width: number): Promise<PictureAttachment> {
  const kept = await keepPicture(fixture.store.blobs, png(width, 1), { name: 'a.png', mime: 'image/png', width, height: 1 });
  return { kind: 'picture', ...kept };
}

function shows(shown: PictureAttachment): KeptEvent {
  return { type: 'message.end', message: { role: 'user', id: 'm1' as never, origin: 'prompt', text: '', attachments: [shown] } };
}

async function session(...events: readonly KeptEvent[]): Promise<SessionId> {
  const log = await fixture.create();
  for (const event of events) must(await log.append(event));
  await log.close();
  return log.id;
}

const folder = () => join(fixture.state, 'blobs');

async function age(): Promise<void> {
  const then = new Date(fixture.clock.now() - HOURS_AGO);
  for (const name of await left()) await utimes(blobPath(folder(), name), then, then);
}

async function left(): Promise<readonly string[]> {
  const entries = await readdir(folder(), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

test('an emptied trash takes the pictures and long texts along that nothing else has', async () => {
  const [own, shared, drafted, binned] = [await picture(1), await picture(2), await picture(3), await picture(4)];
  const unstarted = await picture(7);
  const gone = await session(shows(own), shows(shared), shows(drafted), shows(unstarted), notice('x'.repeat(100_000)));
  await session(shows(shared));
  const draft = await session();
  must(await fixture.store.writeDraft(PROJECT, draft, { text: '', attachments: [drafted] }));
  must(await fixture.store.writeDraft(PROJECT, null, { text: '', attachments: [unstarted] }));
  await age();
  must(await fixture.store.trash(PROJECT, gone));
  must(await fixture.store.emptyTrash(PROJECT));
  expect(await left()).toEqual([shared.blob, drafted.blob, binned.blob, unstarted.blob].toSorted());
});

test('what another project has in its trash is kept, and so is what was kept again a moment ago', async () => {
  const [elsewhere, fresh] = [await picture(5), await picture(6)];
  const other = must(await fixture.store.create({ id: fixture.newId(), project: '/other', title: 't', model: 'p/m' }));
  must(await other.append(shows(elsewhere)));
  await other.close();
  must(await fixture.store.trash('/other', other.id));
  const gone = await session(shows(elsewhere), shows(fresh));
  await age();
  await picture(6);
  must(await fixture.store.trash(PROJECT, gone));
  must(await fixture.store.emptyTrash(PROJECT));
  expect(await left()).toEqual([elsewhere.blob, fresh.blob].toSorted());
});

test('the original of a mended log counts too', async () => {
  const own = await picture(7);
  const kept = await session();
  await writeFile(`${fixture.files(kept).log}.20260101`, JSON.stringify(shows(own)));
  const gone = await session(shows(own));
  await age();
  must(await fixture.store.trash(PROJECT, gone));
  must(await fixture.store.emptyTrash(PROJECT));
  expect(await left()).toEqual([own.blob]);
});
