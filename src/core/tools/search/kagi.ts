import { z } from 'zod';
import { optionalText, type SearchBackend } from './search-backend.ts';

const answerSchema = z.object({
  data: z.object({ search: z.array(z.object({ url: z.string(), title: optionalText, snippet: optionalText })).default([]) }),
});

export function createKagi(key: string): SearchBackend {
  return {
    name: 'Kagi',
    pageSize: 30,
    request: (query, _, limit) => ({
      url: new URL('https://kagi.com/api/v1/search'),
      headers: { authorization: `Bearer ${key}` },
      body: { query, limit },
    }),
    read: (answer) => answerSchema.parse(answer).data.search.map(({ url, title, snippet }) => ({ url, title, description: snippet })),
  };
}
