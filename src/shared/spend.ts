import { z } from 'zod';

const whole = z.number().int().nonnegative();

/** What requests cost: `cost` is that of the priced ones, in 1e-9 US dollars; `unpriced` counts those whose price is not known. */
export const spendSchema = z.object({ requests: whole, cost: whole, unpriced: whole });
export type Spend = z.infer<typeof spendSchema>;

/** By who asked; absent is nobody. */
export const spentSchema = z.object({
  own: spendSchema.optional(),
  children: spendSchema.optional(),
  compactions: spendSchema.optional(),
});
export type Spent = z.infer<typeof spentSchema>;

export const NO_SPEND: Spend = { requests: 0, cost: 0, unpriced: 0 };

export function addSpend(a: Spend, b: Spend): Spend {
  return { requests: a.requests + b.requests, cost: a.cost + b.cost, unpriced: a.unpriced + b.unpriced };
}

/** One request; without a cost its price is not known. */
export function spendOf(cost: number | undefined): Spend {
  return { requests: 1, cost: cost ?? 0, unpriced: cost === undefined ? 1 : 0 };
}

/** `count` requests of which nobody knows what they cost. */
export function unpriced(count: number): Spend {
  return { requests: count, cost: 0, unpriced: count };
}

export function totalSpend({ own = NO_SPEND, children = NO_SPEND, compactions = NO_SPEND }: Spent): Spend {
  return [own, children, compactions].reduce(addSpend);
}

/** In words, with `money` for an amount; undefined where nothing was asked. What is not known in full is said to be at least that. */
export function spendWords({ requests, cost, unpriced: unknown }: Spend, money: (nano: number) => string): string | undefined {
  if (requests === 0) return undefined;
  if (unknown === requests) return 'price unknown';
  return unknown === 0 ? money(cost) : `at least ${money(cost)}`;
}

/** In words, with who else asked: `$0.0321 (children $0.0120)`. */
export function spentWords(spent: Spent, money: (nano: number) => string): string | undefined {
  const whole = spendWords(totalSpend(spent), money);
  const others = otherWords(spent, money);
  return whole === undefined || others === '' ? whole : `${whole} (${others})`;
}

/** What of it was asked by others than the conversation itself; empty for nothing. */
export function otherWords({ children = NO_SPEND, compactions = NO_SPEND }: Spent, money: (nano: number) => string): string {
  const parts = { children: spendWords(children, money), compaction: spendWords(compactions, money) };
  return Object.entries(parts)
    .flatMap(([who, words]) => (words === undefined ? [] : [`${who} ${words}`]))
    .join(', ');
}
