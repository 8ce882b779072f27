import { z } from 'zod';
import { optionalText, type SearchBackend, withQuery } from './search-backend.ts';

const PAGE = 10;
const answerSchema = z.object({ items: z.array(z.object({ link: z.string(), title: optionalText, snippet: optionalText })).default([]) });

/** Google's Programmable Search, `cx` being the engine's id. */
export function createGoogle({ cx, key }: { readonly cx: string; readonly key: string }): SearchBackend {
  return {
    name: 'Google',
    pageSize: PAGE,
    request: (q, page, num) => ({
      url: withQuery('https://www.googleapis.com/customsearch/v1', { key, cx, q, num, start: page * PAGE + 1 }),
    }),
    read: (answer) => answerSchema.parse(answer).items.map(({ link, title, snippet }) => ({ url: link, title, description: snippet })),
  };
}
