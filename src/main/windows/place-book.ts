import { z } from 'zod';
import type { Storage } from '../appearance/appearance-store.ts';

const placeSchema = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(480).max(16_000),
  height: z.number().int().min(360).max(16_000),
  maximized: z.boolean(),
});
export type Place = z.infer<typeof placeSchema>;

const entrySchema = z.object({ key: z.string(), place: placeSchema });
type Entry = z.infer<typeof entrySchema>;

const bookSchema = z.object({ places: z.array(z.unknown()) });

const DEFAULT_PLACE: Place = { width: 1280, height: 840, maximized: false };
const KEPT = 50;

/** Where windows were, by what they showed: a project's path, or the empty string for none. Latest first, at most 50. */
export class PlaceBook {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** A window that was never seen gets the size of the latest, at a spot of the desktop's choice. */
  find(key: string): Place {
    const entries = this.#entries();
    const own = entries.find((entry) => entry.key === key)?.place;
    if (own) return own;
    const latest = entries[0]?.place ?? DEFAULT_PLACE;
    return { width: latest.width, height: latest.height, maximized: latest.maximized };
  }

  keep(key: string, place: Place): void {
    const others = this.#entries().filter((entry) => entry.key !== key);
    this.#storage.store = { places: [{ key, place }, ...others].slice(0, KEPT) };
  }

  /** An entry that is not valid any more is as good as none. */
  #entries(): Entry[] {
    const book = bookSchema.safeParse(this.#storage.store);
    return (book.success ? book.data.places : []).flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
  }
}
