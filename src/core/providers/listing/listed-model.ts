import { z } from 'zod';

const tokens = z.number().int().positive();
const dollars = z.number().min(0);

/** What a provider's own list says of a model. Absent is not said. Prices are US dollars for a million tokens. */
export const listedModelSchema = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  /** The model that a name such as `opus` stands for now. */
  resolved: z.string().optional(),
  contextWindow: tokens.optional(),
  /** A larger one that the account may have instead, where somebody asks for it. */
  maxContextWindow: tokens.optional(),
  maxOutputTokens: tokens.optional(),
  vision: z.boolean().optional(),
  efforts: z.array(z.string()).readonly().optional(),
  price: z.object({ input: dollars, output: dollars, cacheRead: dollars.optional(), cacheWrite: dollars.optional() }).optional(),
});
export type ListedModel = z.infer<typeof listedModelSchema>;

/** What a list says of a model, which may be asked for by the id that a name of the list stands for. */
export function listedAs(list: ReadonlyMap<string, ListedModel> | undefined, id: string): ListedModel | undefined {
  return list?.get(id) ?? [...(list?.values() ?? [])].find(({ resolved }) => resolved === id);
}
