import { z } from 'zod';
import { addUsage, NO_USAGE, type Usage, usageSchema } from './usage.ts';

/** Who asked: the session a person talks to, a sub-agent, an advisor, or the compaction of a conversation. */
export const usageSourceSchema = z.enum(['parent', 'child', 'advisor', 'compaction']);

/**
 * One model request. An attempt that was tried again is a request of its own.
 *
 * `time` is its start in milliseconds since the epoch; `duration` and `firstToken` are milliseconds from there. `cost` is a whole number of
 * 1e-9 US dollars and absent when no price is known. `usage` is absent when the provider counted nothing although it answered.
 */
export const usageRecordSchema = z.object({
  time: z.number().int(),
  project: z.string(),
  session: z.string(),
  provider: z.string(),
  model: z.string(),
  source: usageSourceSchema,
  stop: z.string(),
  usage: usageSchema.optional(),
  cost: z.number().int().nonnegative().optional(),
  duration: z.number().int().nonnegative(),
  firstToken: z.number().int().nonnegative().optional(),
});
export type UsageRecord = z.infer<typeof usageRecordSchema>;

/** Sums over requests. `cost` is that of the priced ones; `unpriced` counts those whose cost is not known. */
export interface UsageTotal {
  readonly requests: number;
  readonly usage: Usage;
  readonly cost: number;
  readonly unpriced: number;
}

export interface UsageRow extends UsageTotal {
  readonly key: string;
}

export interface UsageReport {
  readonly total: UsageTotal;
  /** By local date, oldest first. */
  readonly days: readonly UsageRow[];
  /** By `provider/model-id`, dearest first; so are the next two. */
  readonly models: readonly UsageRow[];
  readonly projects: readonly UsageRow[];
  readonly sources: readonly UsageRow[];
  /** Lines of the records that could not be read and are in no sum. */
  readonly unreadable: number;
}

/** The sums over requests that began at about the same time and differ in nothing a report tells apart. */
export interface UsageSum extends UsageTotal, Pick<UsageRecord, 'time' | 'provider' | 'model' | 'project' | 'source'> {}

export function sumOf({ time, provider, model, project, source, usage = NO_USAGE, cost }: UsageRecord): UsageSum {
  const price = { cost: cost ?? 0, unpriced: cost === undefined ? 1 : 0 };
  return { time, provider, model, project, source, requests: 1, usage, ...price };
}

const NOTHING: UsageTotal = { requests: 0, usage: NO_USAGE, cost: 0, unpriced: 0 };

/** Costs are whole numbers, so every sum is exact and the rows of a grouping add up to the total. */
export function reportUsage(sums: readonly UsageSum[], unreadable: number): UsageReport {
  return {
    total: sums.reduce(add, NOTHING),
    days: group(sums, ({ time }) => localDate(time)).toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    models: group(sums, ({ provider, model }) => `${provider}/${model}`).toSorted(dearestFirst),
    projects: group(sums, ({ project }) => project).toSorted(dearestFirst),
    sources: group(sums, ({ source }) => source).toSorted(dearestFirst),
    unreadable,
  };
}

function add(total: UsageTotal, { requests, usage, cost, unpriced }: UsageTotal): UsageTotal {
  return {
    requests: total.requests + requests,
    usage: addUsage(total.usage, usage),
    cost: total.cost + cost,
    unpriced: total.unpriced + unpriced,
  };
}

function group(sums: readonly UsageSum[], keyOf: (sum: UsageSum) => string): UsageRow[] {
  const totals = new Map<string, UsageTotal>();
  for (const sum of sums) {
    const key = keyOf(sum);
    totals.set(key, add(totals.get(key) ?? NOTHING, sum));
  }
  return [...totals].map(([key, total]) => ({ key, ...total }));
}

function dearestFirst(a: UsageRow, b: UsageRow): number {
  return b.cost - a.cost || b.usage.input + b.usage.output - a.usage.input - a.usage.output;
}

function localDate(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
