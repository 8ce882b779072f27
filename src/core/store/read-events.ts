import { stat } from 'node:fs/promises';
import type { Stamped } from '../../shared/events.ts';
import { Slices } from '../lib/slices.ts';
import { moveIn } from './blob-fields.ts';
import type { BlobStore } from './blob-store.ts';
import type { EventPlaces } from './event-places.ts';
import { decodeEntry } from './log-format.ts';
import { linesOf } from './log-lines.ts';
import { parseEntry } from './log-parse.ts';

export interface EventSource {
  readonly path: string;
  readonly places: EventPlaces;
  readonly blobs: BlobStore;
}

/** Events of a log by their numbers, from the first up to, without, the second. Rejects with the errno of what failed. */
export async function readEvents({ path, places, blobs }: EventSource, from: number, to: number): Promise<readonly Stamped[]> {
  if (from >= to) return [];
  const events: Stamped[] = [];
  const slices = new Slices();
  const start = places.before(from);
  let number = start.event;
  for await (const line of linesOf(path, start.offset, places.after(to) ?? (await stat(path)).size)) {
    const event = await eventOf(line, number >= from, blobs);
    if (event !== undefined) number += 1;
    if (event) events.push(event);
    if (number >= to) break;
    if (slices.over) await slices.pause();
  }
  return events;
}

/** Undefined for a line that holds no event, null for an event that is not wanted. */
async function eventOf(line: Buffer, wanted: boolean, blobs: BlobStore): Promise<Stamped | null | undefined> {
  const entry = parseEntry(line.toString());
  if (!entry) return undefined;
  if (wanted && entry.blobs) await moveIn(entry.data, entry.blobs, blobs);
  const decoded = decodeEntry(entry);
  if (decoded.kind !== 'event') return undefined;
  return wanted ? { time: decoded.time, event: decoded.event } : null;
}
