import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { failure, success } from '../outcome.ts';
import type { Tool, ToolContext, ToolOutcome } from '../tool.ts';
import type { FetchedPage } from './fetch-page.ts';
import type { FetchNetwork } from './network.ts';

const DEFAULT_SIZE = 10 * 1024 * 1024;
const MAX_SIZE = 32 * 1024 * 1024;
/** For everything from the first look-up to the last byte. */
const CLIENT_TIMEOUT = 15_000;

const input = z.strictObject({
  url: z.string().min(1).describe('Full address, http or https'),
  max_size: z
    .int()
    .min(1)
    .max(MAX_SIZE)
    .optional()
    .describe(`Longest content: characters of a page, bytes of other text; default ${DEFAULT_SIZE}, at most ${MAX_SIZE}`),
});
type FetchInput = z.infer<typeof input>;

const description = `Fetch a public web page. HTML comes back as Markdown without navigation, other text as it is, pictures as a file.
Of long content the start is returned, and all of it is saved to a file that read can page. Addresses in private networks are refused.`;

export interface FetchUrlOptions {
  readonly timeout: number;
  /** Address of the proxy that all requests go through; it is named in every result. */
  readonly proxy?: string | undefined;
  /** Instead of the system's resolver and public addresses. */
  readonly network?: FetchNetwork;
  /** Milliseconds for one page, instead of 15 s. */
  readonly clientTimeout?: number;
}

export function createFetchUrl(options: FetchUrlOptions): Tool {
  return defineTool<FetchInput>({
    name: 'fetch_url',
    description,
    input,
    parallel: 'tool',
    timeout: options.timeout,
    run: (request, context) => fetchUrl(request, context, options),
  });
}

/** What fetches is loaded with the first call. */
async function fetchUrl(request: FetchInput, context: ToolContext, options: FetchUrlOptions): Promise<ToolOutcome> {
  const [{ fetchPage }, { parseAddress }, { publicNetwork }, { describeFailure }] = await Promise.all([
    import('./fetch-page.ts'),
    import('./follow.ts'),
    import('./network.ts'),
    import('./fetch-failure.ts'),
  ]);
  const proxy = options.proxy === undefined ? undefined : new URL(options.proxy);
  const through = proxy === undefined ? [] : [`proxy ${proxy.origin}`];
  const time = options.clientTimeout ?? CLIENT_TIMEOUT;
  const deadline = AbortSignal.timeout(time);
  const signal = AbortSignal.any([context.signal, deadline]);
  try {
    const page = await fetchPage(
      {
        url: parseAddress(request.url),
        maxSize: request.max_size ?? DEFAULT_SIZE,
        network: options.network ?? publicNetwork,
        proxy,
        signal,
      },
      context,
    );
    return success([...describePage(page), ...through, '', page.content].join('\n').trimEnd());
  } catch (error) {
    if (context.signal.aborted) throw error;
    const reason = deadline.aborted ? `The page did not arrive within ${time / 1_000} s.` : describeFailure(error);
    if (reason === undefined) throw error;
    return failure('tool_failed', [`url ${request.url}`, `error ${reason}`, ...through].join('\n'));
  }
}

function describePage(page: FetchedPage): readonly string[] {
  const fields: readonly (readonly [string, string | number | boolean | undefined])[] = [
    ['url', page.url],
    ['status_code', page.statusCode],
    ['title', page.title],
    ['description', page.description],
    ['content_length', page.contentLength],
    ['file_path', page.filePath],
    ['next_offset', page.nextOffset],
    ['total_lines', page.totalLines],
    ['truncated', page.truncated || undefined],
    ['message', page.notes.length === 0 ? undefined : page.notes.join(' ')],
  ];
  return fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
}
