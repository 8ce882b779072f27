import { z } from 'zod';

/** A share of a limit that fills up and is emptied at its reset. Times are milliseconds. */
export const quotaWindowSchema = z.object({
  title: z.string(),
  /** From 0 to 1; above 1 where more was used than allowed. */
  used: z.number().min(0),
  /** How long the window is, where that is known. */
  length: z.number().positive().optional(),
  resetsAt: z.number().optional(),
});
export type QuotaWindow = z.infer<typeof quotaWindowSchema>;

/** US dollars. */
const quotaMoneySchema = z.object({ title: z.string(), spent: z.number(), limit: z.number().optional() });

/** What the account behind a provider says about its limits. `fetchedAt` is milliseconds since the epoch. */
export const accountQuotaSchema = z.object({
  provider: z.string(),
  type: z.string(),
  plan: z.string().optional(),
  windows: z.array(quotaWindowSchema),
  money: z.array(quotaMoneySchema),
  /** What is left of what was paid ahead, in the account's own words. */
  credits: z.string().optional(),
  fetchedAt: z.number(),
  /** Why the last question was not answered; what stands here is older then. */
  problem: z.string().optional(),
});
export type AccountQuota = z.infer<typeof accountQuotaSchema>;

/** `elapsed` is how much of the window has gone by, from 0 to 1. `fullAt` is when it is used up at the pace so far, if that is before its reset. */
export interface Pace {
  readonly elapsed: number;
  readonly fullAt?: number;
}

/** Undefined where the window's length or reset is not known, or too little of it has gone by to tell. */
export function paceOf({ used, length, resetsAt }: QuotaWindow, now: number): Pace | undefined {
  if (length === undefined || resetsAt === undefined || resetsAt <= now) return undefined;
  const gone = length - (resetsAt - now);
  if (gone < length / 50) return undefined;
  const elapsed = Math.min(1, gone / length);
  const fullAt = used > 0 ? now + (gone * Math.max(0, 1 - used)) / used : Number.POSITIVE_INFINITY;
  return { elapsed, ...(fullAt < resetsAt ? { fullAt } : {}) };
}

/** From this share on a window is worth a word. */
export const NEAR = 0.8;

/** The window that is fullest, of those that were not reset since. */
export function tightest(quotas: readonly AccountQuota[], now: number): (QuotaWindow & { readonly provider: string }) | undefined {
  const open = quotas.flatMap(({ provider, windows }) => windows.map((window) => ({ ...window, provider })));
  const current = open.filter(({ resetsAt }) => resetsAt === undefined || resetsAt > now);
  return current.toSorted((a, b) => b.used - a.used)[0];
}

/** When what is left lasts until, at the money spent per hour lately; undefined where nothing is spent or nothing limits. US dollars. */
export function lastsUntil({
  left,
  perHour,
  now,
}: {
  readonly left: number;
  readonly perHour: number;
  readonly now: number;
}): number | undefined {
  return perHour > 0 ? now + (Math.max(0, left) / perHour) * 3_600_000 : undefined;
}

/** When a budget of a day begins anew: the next midnight here. */
export function dayEnd(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0);
}

/** What was spent lately, in 1e-9 US dollars; `perDay` and `perTurn` are the budgets, where there are any. */
export interface Spending {
  readonly today: number;
  readonly lastHour: number;
  readonly perDay?: number;
  readonly perTurn?: number;
}

export interface QuotaReport {
  readonly accounts: readonly AccountQuota[];
  readonly spending: Spending;
}
