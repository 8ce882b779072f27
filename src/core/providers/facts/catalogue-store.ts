import { readFile } from 'node:fs/promises';
import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { writeAtomic } from '../../lib/atomic-file.ts';
import type { Ports } from '../../lib/ports.ts';
import { APPLICATION } from '../sdk-options.ts';
import { type Catalogue, type CatalogueData, catalogueSchema, createCatalogue, type UncheckedCatalogue } from './catalogue.ts';
import { fromModelsDev } from './models-dev.ts';

/** The newer of the catalogue that is shipped and the one that was fetched. */
export interface CatalogueStore {
  read(): Promise<Catalogue>;
  /** Fetches the catalogue and keeps it. The one before stays when that fails. */
  refresh(): Promise<Result<null, Problem>>;
}

export interface CatalogueStoreOptions {
  /** Where the fetched one is kept. */
  readonly file: string;
  readonly url: string;
  readonly clock: Ports['clock'];
  readonly fetch: Ports['fetch'];
}

/** How long the answer may take, in milliseconds. */
const TIME_LIMIT = 20_000;

export function createCatalogueStore({ file, url, clock, fetch }: CatalogueStoreOptions): CatalogueStore {
  return {
    async read() {
      const [shipped, fetched] = await Promise.all([readShipped(), readFetched(file)]);
      return createCatalogue(fetched && fetched.date >= shipped.date ? fetched : shipped);
    },
    async refresh() {
      const slow = new AbortController();
      const done = new AbortController();
      void clock.sleep(TIME_LIMIT, done.signal).then(() => slow.abort());
      try {
        const response = await fetch(url, { headers: { 'User-Agent': APPLICATION, Accept: 'application/json' }, signal: slow.signal });
        if (!response.ok) return err(unfetched(url, `it answered with HTTP ${response.status}`));
        const data = fromModelsDev(await response.json(), {
          from: new URL(url).host,
          date: new Date(clock.now()).toISOString().slice(0, 10),
        });
        if (!data) return err(unfetched(url, 'its answer is no catalogue of models'));
        await writeAtomic(file, JSON.stringify(data), { sync: false });
        return ok(null);
      } catch (failure) {
        return err(unfetched(url, slow.signal.aborted ? 'no answer came in time' : failureText(failure)));
      } finally {
        done.abort();
      }
    },
  };
}

/** Read when it is needed: it is large. */
async function readShipped(): Promise<UncheckedCatalogue> {
  const { default: shipped } = await import('./shipped-catalogue.json', { with: { type: 'json' } });
  return shipped;
}

async function readFetched(file: string): Promise<CatalogueData | undefined> {
  try {
    return catalogueSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function failureText(failure: unknown): string {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : undefined;
  return code ?? (failure instanceof SyntaxError ? 'its answer is not JSON' : 'the connection failed');
}

function unfetched(url: string, why: string): Problem {
  return {
    code: 'provider_unreachable',
    message: `The catalogue of models could not be fetched from ${url}: ${why}.`,
    hint: 'Try again later, or set models.catalogue_url to an address that serves the same data.',
    safe: 'The catalogue used so far stays.',
  };
}
