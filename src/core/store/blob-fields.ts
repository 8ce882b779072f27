import { type Blob, type BlobStore, toBlob } from './blob-store.ts';
import type { BlobReference } from './log-format.ts';

/** Longer strings of an event go to blobs. */
export const MAX_INLINE = 64 * 1024;

type Path = BlobReference['path'];

export interface Outsourced {
  readonly data: Record<string, unknown>;
  readonly references: readonly BlobReference[];
  readonly blobs: readonly Blob[];
}

/** Whether there is something to move out. */
export function holdsLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_INLINE;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLong);
}

/** Moves long strings out of the fields of an event, wherever they are. Gives back a copy; the event is not changed. */
export function moveOut(fields: Readonly<Record<string, unknown>>): Outsourced {
  const references: BlobReference[] = [];
  const blobs: Blob[] = [];
  function visit(value: unknown, path: Path): unknown {
    if (typeof value === 'string' && value.length > MAX_INLINE) {
      const blob = toBlob(value);
      blobs.push(blob);
      references.push({ path, sha256: blob.sha256 });
      return '';
    }
    if (Array.isArray(value)) return value.map((item, index) => visit(item, [...path, index]));
    if (typeof value === 'object' && value !== null) return visitFields(value, path);
    return value;
  }
  function visitFields(value: object, path: Path): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item, [...path, key])]));
  }
  return { data: visitFields(fields, []), references, blobs };
}

/** Puts the texts back into `data`, in place. A reference to a place that is not there is passed over. */
export async function moveIn(
  data: Record<string, unknown>,
  references: readonly BlobReference[],
  store: Pick<BlobStore, 'read'>,
): Promise<void> {
  for (const { path, sha256 } of references) {
    const parent = path.slice(0, -1).reduce<unknown>(fieldOf, data);
    const key = path.at(-1);
    if (key === undefined || fieldOf(parent, key) !== '') continue;
    Object.assign(parent as object, { [key]: await store.read(sha256) });
  }
}

function fieldOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
