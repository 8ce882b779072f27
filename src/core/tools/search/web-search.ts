import { z } from 'zod';
import type { SearchConfig } from '../../config/tool-settings.ts';
import { defineTool } from '../define-tool.ts';
import { failure, success } from '../outcome.ts';
import type { Tool, ToolContext, ToolOutcome } from '../tool.ts';
import { createBrave } from './brave.ts';
import { createGoogle } from './google.ts';
import { createKagi } from './kagi.ts';
import { runSearch } from './run-search.ts';
import type { Hit, SearchBackend } from './search-backend.ts';
import { createSearxng } from './searxng.ts';
import { directSender, proxySender, type SearchSender } from './senders.ts';

const DEFAULT_HITS = 10;
const MAX_HITS = 30;
/** For all pages of one search. */
const CLIENT_TIMEOUT = 15_000;

const input = z.strictObject({
  query: z.string().min(1),
  limit: z.int().min(1).max(MAX_HITS).optional().describe(`Hits to return; default ${DEFAULT_HITS}, at most ${MAX_HITS}`),
});
type SearchInput = z.infer<typeof input>;

export interface WebSearchOptions {
  readonly backend: SearchBackend;
  readonly timeout: number;
  readonly fetch: typeof fetch;
  /** Address of the proxy that requests go through; it is named in every result. */
  readonly proxy?: string | undefined;
}

export function createWebSearch(options: WebSearchOptions): Tool {
  return defineTool<SearchInput>({
    name: 'web_search',
    description: 'Search the web. Returns addresses with title and description; fetch_url gets a page.',
    input,
    parallel: 'tool',
    timeout: options.timeout,
    run: (request, context) => search(request, context, options),
  });
}

/** The service that is configured, if any. The configuration has checked that its settings are there. */
export function searchBackend(config: SearchConfig): SearchBackend | undefined {
  switch (config.backend) {
    case undefined:
      return undefined;
    case 'searxng':
      return createSearxng(config.searxng_url ?? '');
    case 'google':
      return createGoogle({ cx: config.google_cx ?? '', key: config.google_api_key ?? '' });
    case 'kagi':
      return createKagi(config.kagi_api_key ?? '');
    case 'brave':
      return createBrave(config.brave_api_key ?? '');
  }
}

async function search(request: SearchInput, context: ToolContext, { backend, fetch, proxy }: WebSearchOptions): Promise<ToolOutcome> {
  const through: string[] = [];
  const send = senderFor(fetch, proxy, (origin) => through.splice(0, 1, `proxy ${origin}`));
  const told = (text: string) => [text, ...through].join('\n');
  const deadline = AbortSignal.timeout(CLIENT_TIMEOUT);
  const signal = AbortSignal.any([context.signal, deadline]);
  try {
    const found = await runSearch(backend, request.query, { limit: request.limit ?? DEFAULT_HITS, send, signal });
    if (!found.ok) return failure('tool_failed', told(found.error));
    const hits = found.value.map(describeHit).join('\n\n');
    return success(told(hits === '' ? 'Nothing was found.' : hits));
  } catch (error) {
    if (!deadline.aborted || context.signal.aborted) throw error;
    return failure('timed_out', told(`${backend.name} did not answer within ${CLIENT_TIMEOUT / 1_000} s.`));
  }
}

function senderFor(ask: typeof fetch, proxy: string | undefined, used: (origin: string) => void): SearchSender {
  const direct = directSender(ask);
  if (proxy === undefined) return direct;
  const address = new URL(proxy);
  return proxySender(address, direct, () => used(address.origin));
}

function describeHit({ url, title, description }: Hit, index: number): string {
  return [`${index + 1}. ${title}`, url, ...(description === '' ? [] : [description])].join('\n');
}
