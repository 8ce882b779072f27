import { dayEnd, lastsUntil, paceOf, type QuotaReport, type Spending } from '../shared/quota.ts';

/** When, at the pace so far, limits and the budget of the day are used up. Times are milliseconds since the epoch. */
interface Forecast {
  /** Windows that are used up before their reset; the others are not in it. */
  readonly limits: readonly { readonly provider: string; readonly title: string; readonly usedUpAt: number }[];
  readonly budget?: BudgetForecast;
}

export interface BudgetForecast {
  readonly usedUpAt: number;
  readonly enoughForToday: boolean;
}

export function forecastOf({ accounts, spending }: QuotaReport, now: number): Forecast {
  const limits = accounts.flatMap(({ provider, windows }) =>
    windows.flatMap((window) => {
      const usedUpAt = paceOf(window, now)?.fullAt;
      return usedUpAt === undefined ? [] : [{ provider, title: window.title, usedUpAt }];
    }),
  );
  const budget = budgetForecast(spending, now);
  return { limits, ...(budget ? { budget } : {}) };
}

/** Undefined where nothing limits a day, or nothing was spent in the last hour. */
export function budgetForecast({ today, lastHour, perDay }: Spending, now: number): BudgetForecast | undefined {
  const until = perDay === undefined ? undefined : lastsUntil({ left: perDay - today, perHour: lastHour, now });
  return until === undefined ? undefined : { usedUpAt: until, enoughForToday: until >= dayEnd(now) };
}
