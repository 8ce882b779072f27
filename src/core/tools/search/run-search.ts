import { z } from 'zod';
import { err, ok, type Result } from '../../../shared/result.ts';
import { errnoOf } from '../../lib/errno.ts';
import { FetchFailure } from '../fetch/fetch-failure.ts';
import type { Hit, SearchBackend, SearchRequest } from './search-backend.ts';
import type { SearchSender } from './senders.ts';

const MAX_PAGES = 3;
const MAX_ANSWER = 4 * 1024 * 1024;
/** Of what a service says about a failure. */
const ERROR_BYTES = 100;

export interface SearchOptions {
  readonly limit: number;
  readonly send: SearchSender;
  readonly signal: AbortSignal;
}

/** Hits of as many pages as it takes, each address once; or why there are none. Rejects when `signal` aborts. */
export async function runSearch(backend: SearchBackend, query: string, options: SearchOptions): Promise<Result<readonly Hit[], string>> {
  const hits = new Map<string, Hit>();
  for (let page = 0; page < MAX_PAGES && hits.size < options.limit; page += 1) {
    const size = Math.min(backend.pageSize, options.limit - page * backend.pageSize);
    const answer = size <= 0 ? ok([]) : await askPage(backend, backend.request(query, page, size), options);
    if (!answer.ok) return page === 0 ? answer : ok([...hits.values()]);
    const known = hits.size;
    for (const hit of answer.value) if (!hits.has(hit.url)) hits.set(hit.url, tidy(hit));
    if (hits.size === known) break;
  }
  return ok([...hits.values()].slice(0, options.limit));
}

async function askPage(backend: SearchBackend, request: SearchRequest, options: SearchOptions): Promise<Result<readonly Hit[], string>> {
  try {
    const answer = await options.send(request, options.signal);
    if (answer.status !== 200) {
      const words = (await answer.text(ERROR_BYTES)).replace(/\s+/g, ' ').trim();
      return err(`${backend.name} answered with status ${answer.status}${words === '' ? '' : `: ${words}`}.`);
    }
    return ok(backend.read(JSON.parse(await answer.text(MAX_ANSWER))));
  } catch (failure) {
    if (options.signal.aborted) throw failure;
    if (failure instanceof SyntaxError || failure instanceof z.ZodError)
      return err(`${backend.name} answered in a form that is not known.`);
    if (failure instanceof FetchFailure) return err(`${backend.name} could not be asked. ${failure.message}`);
    const code = errnoOf(failure) ?? errnoOf(failure instanceof Error ? failure.cause : undefined);
    if (code === undefined && !(failure instanceof TypeError)) throw failure;
    return err(`${backend.name} could not be reached${code === undefined ? '' : ` (${code})`}.`);
  }
}

/** Services mark the words that were found. */
function tidy({ url, title, description }: Hit): Hit {
  const plain = (text: string) =>
    text
      .replace(/<\/?(strong|em|b|i)>/gi, '')
      .replace(/\s+/g, ' ')
      .trim();
  return { url, title: plain(title), description: plain(description) };
}
