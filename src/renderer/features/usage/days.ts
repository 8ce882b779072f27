import { NO_USAGE } from '../../../shared/usage.ts';
import type { UsageRow, UsageTotal } from '../../../shared/usage-report.ts';
import { count, money, plural, weekday } from '../../ui/format.ts';

/** Days in the chart. */
const SHOWN = 30;

/** The newest days with a record, and those between them without one: a gap in the dates is a gap in the chart. */
export function shownDays(rows: readonly UsageRow[]): readonly UsageRow[] {
  const last = rows.at(-1);
  if (last === undefined) return [];
  const known = new Map(rows.map((row) => [row.key, row]));
  const days: UsageRow[] = [];
  for (let key = last.key; days.length < SHOWN; key = dayBefore(key)) {
    days.unshift(known.get(key) ?? { key, ...NOTHING });
    if (key <= (rows[0]?.key ?? '')) break;
  }
  return days;
}

const NOTHING: UsageTotal = { requests: 0, usage: NO_USAGE, cost: 0, unpriced: 0 };

/** Counted in UTC, where every day has its 24 hours. */
function dayBefore(key: string): string {
  return new Date(Date.parse(`${key}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** `Fri 27 Nov`. */
export function dayName(key: string): string {
  return weekday(Date.parse(`${key}T00:00:00Z`), { timeZone: 'UTC' });
}

/** In full where the price of every request is known, else as what it is at least. */
export function costText({ requests, cost, unpriced }: Pick<UsageTotal, 'requests' | 'cost' | 'unpriced'>): string {
  if (requests > 0 && unpriced === requests) return 'price unknown';
  return unpriced === 0 ? money(cost) : `at least ${money(cost)}`;
}

/** `$6.40 · 66 requests · 2.1M tokens in, 82 % from the cache · 106k out`. */
export function dayWords(row: UsageTotal): string {
  const { requests, usage } = row;
  if (requests === 0) return 'no requests';
  const cached = usage.cacheRead === 0 ? '' : `, ${Math.round((100 * usage.cacheRead) / Math.max(1, usage.input))} % from the cache`;
  return [costText(row), plural(requests, 'request'), `${count(usage.input)} tokens in${cached}`, `${count(usage.output)} out`].join(' · ');
}

/** Of what the tokens of a day are made, from the top of its bar down. */
export function tokenParts({ usage }: UsageTotal): readonly { readonly kind: 'output' | 'new' | 'cached'; readonly tokens: number }[] {
  const { input, output, cacheRead } = usage;
  return [
    { kind: 'output', tokens: output },
    { kind: 'new', tokens: Math.max(0, input - cacheRead) },
    { kind: 'cached', tokens: Math.min(input, cacheRead) },
  ];
}
