import { z } from 'zod';
import type { Usage } from '../../shared/usage.ts';
import type { HiddenItem } from './replay.ts';
import { countOf, objectOf, objectsOf, textOf, type WireObject } from './wire-json.ts';

const reasoningSchema = z.object({
  type: z.literal('reasoning'),
  id: z.string(),
  summary: z.array(z.record(z.string(), z.json())).default([]),
  encrypted_content: z.string().min(1),
});

/** What goes back of a reasoning item; nothing when it came without its encrypted form, because the API has not kept it. */
export function reasoningItem(item: WireObject): HiddenItem | undefined {
  return reasoningSchema.safeParse(item).data;
}

export function summaryText(item: WireObject): string {
  return objectsOf(item.summary)
    .map((part) => textOf(part.text))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Neutral usage; `undefined` when the object does not count the prompt. Input includes what was cached, as the neutral one does. */
export function responsesUsage(wire: WireObject): Usage | undefined {
  const input = countOf(wire.input_tokens);
  if (input === undefined) return undefined;
  const details = objectOf(wire.input_tokens_details);
  const cacheRead = Math.min(countOf(details.cached_tokens) ?? 0, input);
  const cacheWrite = Math.min(countOf(details.cache_write_tokens) ?? 0, input - cacheRead);
  return { input, output: countOf(wire.output_tokens) ?? 0, cacheRead, cacheWrite };
}

/** Whether it says how much was read from the cache. */
export function responsesCountCache(wire: WireObject): boolean {
  return countOf(objectOf(wire.input_tokens_details).cached_tokens) !== undefined;
}
