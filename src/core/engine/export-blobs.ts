import type { Stamped } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import { eventPictures } from '../session/event-pictures.ts';
import type { Blobs } from '../session/export-json.ts';
import { type BlobStore, blobOf } from '../store/blob-store.ts';
import { unwritable } from '../store/fs-problem.ts';

/** The pictures of a session as base64, by blob. One that is missing is left out. */
export async function picturesFor(events: readonly Stamped[], blobs: BlobStore): Promise<Blobs> {
  const found = await Promise.all(
    eventPictures(events).map(async ({ blob }) => [blob, (await blobs.bytes(blob))?.toString('base64')] as const),
  );
  return Object.fromEntries(found.flatMap(([blob, data]) => (data === undefined ? [] : [[blob, data]])));
}

/** Keeps what came with an imported session. What is not what its name says is left out, so the name of a blob never lies. */
export async function keepBlobs(given: Blobs, blobs: BlobStore): Promise<Problem | undefined> {
  const made = Object.entries(given).map(([name, data]) => ({ name, blob: blobOf(Buffer.from(data, 'base64')) }));
  try {
    for (const { name, blob } of made) if (blob.sha256 === name) await blobs.write(blob);
    return undefined;
  } catch (failure) {
    return unwritable(failure, 'The pictures of the session could not be kept');
  }
}
