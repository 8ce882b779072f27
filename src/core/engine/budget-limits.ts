import type { Config } from '../config/schema.ts';

/** In 1e-9 US dollars. */
export function budgetLimits({ per_turn: turn, per_day: day }: Config['budget']): { readonly perTurn?: number; readonly perDay?: number } {
  return { ...(turn === undefined ? {} : { perTurn: turn * 1e9 }), ...(day === undefined ? {} : { perDay: day * 1e9 }) };
}
