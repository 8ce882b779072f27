import { z } from 'zod';

const tokens = z.number().int().nonnegative();

/**
 * Tokens of one model request. `input` is the raw prompt total and includes the cached tiers,
 * so the uncached share is `input - cacheRead - cacheWrite`.
 */
export const usageSchema = z.object({
  input: tokens,
  output: tokens,
  cacheRead: tokens,
  cacheWrite: tokens,
  /** Of `cacheWrite`, what is kept for an hour and costs more; absent is none. */
  cacheWriteHour: tokens.optional(),
});
export type Usage = z.infer<typeof usageSchema>;

export const NO_USAGE: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  const hour = (a.cacheWriteHour ?? 0) + (b.cacheWriteHour ?? 0);
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    ...(hour > 0 ? { cacheWriteHour: hour } : {}),
  };
}
