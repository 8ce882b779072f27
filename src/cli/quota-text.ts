import { type AccountQuota, paceOf, type QuotaReport, type QuotaWindow, type Spending } from '../shared/quota.ts';
import { span } from '../shared/span.ts';
import { type BudgetForecast, budgetForecast } from './forecast.ts';
import { formatMoney, formatTable } from './format.ts';
import { harmless } from './style.ts';

/** Limits of the accounts and the forecast; empty where nothing is known and nothing limits. */
export function quotaText({ accounts, spending }: QuotaReport, now: number): string {
  const limits = accounts.map((account) => accountText(account, now));
  const pace = spendingText(spending, now);
  return [...limits, ...(pace === '' ? [] : [pace])].map((part) => `\n${part}`).join('');
}

function accountText({ provider, plan, windows, money, credits, problem }: AccountQuota, now: number): string {
  const title = `Limits of ${harmless(provider)}${plan === undefined ? '' : ` (${harmless(plan)})`}\n`;
  const rows = [
    ...windows.map((window) => windowRow(window, now)),
    ...money.map(({ title: name, spent, limit }) => [
      `  ${name}`,
      `$${spent.toFixed(2)}${limit === undefined ? '' : ` of $${limit.toFixed(2)}`}`,
    ]),
    ...(credits === undefined ? [] : [['  Credits', credits]]),
    ...(problem === undefined ? [] : [['  Not asked', harmless(problem)]]),
  ];
  return `${title}${formatTable(rows)}`;
}

function windowRow(window: QuotaWindow, now: number): string[] {
  const { title, used, resetsAt } = window;
  const pace = paceOf(window, now);
  const reset = resetsAt === undefined ? '' : resetsAt <= now ? 'reset since' : `resets in ${span(resetsAt - now)}`;
  const forecast = pace?.fullAt === undefined ? '' : used >= 1 ? 'used up' : `at this pace used up in ${span(pace.fullAt - now)}`;
  return [`  ${title}`, `${Math.round(used * 100)} %`, reset, forecast];
}

function spendingText(spending: Spending, now: number): string {
  const { today, lastHour, perDay } = spending;
  if (today === 0 && lastHour === 0) return '';
  const rows = [['  Today', perDay === undefined ? formatMoney(today) : `${formatMoney(today)} of ${formatMoney(perDay)}`]];
  if (lastHour > 0) rows.push(['  Last hour', formatMoney(lastHour)]);
  const budget = budgetForecast(spending, now);
  if (budget) rows.push(['  Budget', budgetPace(budget, now)]);
  return `Spending\n${formatTable(rows)}`;
}

function budgetPace({ usedUpAt, enoughForToday }: BudgetForecast, now: number): string {
  if (usedUpAt <= now) return 'used up';
  return `at this pace ${enoughForToday ? 'enough for today' : `used up in ${span(usedUpAt - now)}`}`;
}
