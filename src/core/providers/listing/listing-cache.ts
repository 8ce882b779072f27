import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../../lib/atomic-file.ts';
import type { Endpoint } from '../model-spec.ts';
import type { ModelList } from './list-models.ts';
import { listedModelSchema } from './listed-model.ts';

const fileSchema = z.object({
  version: z.literal(1),
  provider: z.string(),
  fingerprint: z.string(),
  fetchedAt: z.number(),
  models: z.array(listedModelSchema),
  etag: z.string().optional(),
});

/** What a provider listed, and when: milliseconds since the epoch. */
export interface Listing extends ModelList {
  readonly fetchedAt: number;
}

/** The lists of providers, one file each, without credentials. The last writer wins. */
export interface ListingCache {
  /** `undefined` when there is none, it cannot be read, or it is of another server than the endpoint's. */
  read(endpoint: CachedEndpoint): Promise<Listing | undefined>;
  /** Rejects with the errno of what failed. */
  write(endpoint: CachedEndpoint, listing: Listing): Promise<void>;
}

export type CachedEndpoint = Pick<Endpoint, 'name' | 'type' | 'baseUrl'>;

export function createListingCache(folder: string): ListingCache {
  const fileOf = (name: string) => join(folder, 'provider-models', `${createHash('sha256').update(name).digest('hex').slice(0, 16)}.json`);
  return {
    async read(endpoint) {
      try {
        const file = fileSchema.parse(JSON.parse(await readFile(fileOf(endpoint.name), 'utf8')));
        return file.fingerprint === fingerprint(endpoint) ? listingOf(file) : undefined;
      } catch {
        return undefined;
      }
    },
    async write(endpoint, listing) {
      const file = { version: 1, provider: endpoint.name, fingerprint: fingerprint(endpoint), ...listing };
      await writeAtomic(fileOf(endpoint.name), JSON.stringify(file), { sync: false });
    },
  };
}

function listingOf({ fetchedAt, models, etag }: z.infer<typeof fileSchema>): Listing {
  return { fetchedAt, models, ...(etag === undefined ? {} : { etag }) };
}

function fingerprint({ type, baseUrl }: CachedEndpoint): string {
  return createHash('sha256').update(`${type}\n${baseUrl}`).digest('hex').slice(0, 32);
}
