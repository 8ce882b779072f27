import type { IncomingMessage } from 'node:http';
import { type ExchangeOptions, exchange } from './exchange.ts';
import { FetchFailure } from './fetch-failure.ts';

const MAX_REDIRECTS = 9;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface Answer {
  /** Where the redirects led. */
  readonly url: URL;
  readonly message: IncomingMessage;
}

/** The answer at the end of all redirects, each of which is guarded like the first address; other hosts get no headers of the request's own, and no body goes twice. */
export async function follow(start: URL, options: ExchangeOptions): Promise<Answer> {
  let url = start;
  let asked = options;
  for (let redirects = 0; ; redirects += 1) {
    const message = await exchange(url, asked);
    const { location } = message.headers;
    if (!REDIRECTS.has(message.statusCode ?? 0) || location === undefined || options.body !== undefined) return { url, message };
    message.destroy();
    if (redirects === MAX_REDIRECTS) throw new FetchFailure(`More than ${MAX_REDIRECTS} redirects; the last one led to ${url.href}.`);
    const next = parseAddress(location, url);
    if (next.origin !== url.origin) asked = { ...options, headers: {} };
    url = next;
  }
}

/** Throws for what is no address of a web page. */
export function parseAddress(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new FetchFailure(`${text} is not a full address such as https://example.com/page.`);
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchFailure(`Only http and https are fetched, not ${url.protocol}`);
  return url;
}
