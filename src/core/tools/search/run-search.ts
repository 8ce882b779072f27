import { z } from 'zod';
import { err, ok, type Result } from '../../../shared/result.ts';
import { errnoOf } from '../../lib/errno.ts';
import type { Hit, SearchBackend, SearchRequest } from './search-backend.ts';

const MAX_PAGES = 3;
const MAX_ANSWER = 4 * 1024 * 1024;
/** Of what a service says about a failure. */
const ERROR_BYTES = 100;

export interface SearchOptions {
  readonly limit: number;
  readonly fetch: typeof fetch;
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
    const response = await options.fetch(request.url, {
      method: request.body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...request.headers },
      signal: options.signal,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    });
    if (response.status !== 200) {
      const words = (await readText(response, ERROR_BYTES)).replace(/\s+/g, ' ').trim();
      return err(`${backend.name} answered with status ${response.status}${words === '' ? '' : `: ${words}`}.`);
    }
    return ok(backend.read(JSON.parse(await readText(response, MAX_ANSWER))));
  } catch (failure) {
    if (options.signal.aborted) throw failure;
    if (failure instanceof SyntaxError || failure instanceof z.ZodError)
      return err(`${backend.name} answered in a form that is not known.`);
    const code = errnoOf(failure) ?? errnoOf(failure instanceof Error ? failure.cause : undefined);
    if (code === undefined && !(failure instanceof TypeError)) throw failure;
    return err(`${backend.name} could not be reached${code === undefined ? '' : ` (${code})`}.`);
  }
}

/** The first bytes of an answer; what follows is not waited for. */
async function readText(response: Response, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, limit), { stream: true });
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
