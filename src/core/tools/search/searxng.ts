import { z } from 'zod';
import { withoutEnd } from '../../../shared/without-end.ts';
import { optionalText, type SearchBackend, withQuery } from './search-backend.ts';

const answerSchema = z.object({ results: z.array(z.object({ url: z.string(), title: optionalText, content: optionalText })) });

/** A SearXNG server, which must have its JSON format turned on. `address` may have a path. */
export function createSearxng(address: string): SearchBackend {
  const base = `${withoutEnd(address, '/')}/search`;
  return {
    name: 'SearXNG',
    pageSize: 30,
    request: (q, page) => ({ url: withQuery(base, { q, format: 'json', categories: 'general', pageno: page + 1 }) }),
    read: (answer) => answerSchema.parse(answer).results.map(({ url, title, content }) => ({ url, title, description: content })),
  };
}
