import { z } from 'zod';
import { optionalText, type SearchBackend, withQuery } from './search-backend.ts';

const answerSchema = z.object({
  /** Left out when nothing was found. */
  web: z.object({ results: z.array(z.object({ url: z.string(), title: optionalText, description: optionalText })) }).optional(),
});

export function createBrave(key: string): SearchBackend {
  return {
    name: 'Brave',
    pageSize: 20,
    // Pages are counted in units of `count`, so it must be the same for all of them.
    request: (q, offset) => ({
      url: withQuery('https://api.search.brave.com/res/v1/web/search', { q, count: 20, offset }),
      headers: { 'x-subscription-token': key },
    }),
    read: (answer) => answerSchema.parse(answer).web?.results ?? [],
  };
}
