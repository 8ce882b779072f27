import type { AccountQuota, QuotaWindow } from '../../../shared/quota.ts';
import { objectOf, objectsOf, textOf, type WireObject } from '../wire-json.ts';

/** What a source said; who and when is added by the caller. */
export type QuotaReading = Pick<AccountQuota, 'windows' | 'money' | 'plan' | 'credits'>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The usage endpoint of ChatGPT accounts. */
export function codexUsage(answer: WireObject): QuotaReading {
  const limits = objectOf(answer.rate_limit);
  const review = objectOf(objectOf(answer.code_review_rate_limit).primary_window);
  const windows = [
    codexWindow('', objectOf(limits.primary_window)),
    codexWindow('', objectOf(limits.secondary_window)),
    codexWindow('Code review, ', review),
  ];
  return {
    windows: windows.filter((window) => window !== undefined),
    money: [],
    ...planOf(answer.plan_type),
    ...codexCredits(answer.credits),
  };
}

function codexWindow(before: string, window: WireObject): QuotaWindow | undefined {
  const [used, seconds, reset] = [numberOf(window.used_percent), numberOf(window.limit_window_seconds), numberOf(window.reset_at)];
  if (used === undefined) return undefined;
  const length = seconds === undefined ? undefined : seconds * 1_000;
  return made({
    title: `${before}${spanWords(length)}`,
    used: used / 100,
    length,
    resetsAt: reset === undefined ? undefined : reset * 1_000,
  });
}

function codexCredits(value: unknown): Pick<QuotaReading, 'credits'> {
  const credits = objectOf(value);
  if (credits.has_credits !== true) return {};
  if (credits.unlimited === true) return { credits: 'unlimited' };
  const balance = numberOf(credits.balance);
  return balance === undefined ? {} : { credits: `${balance} left` };
}

/** The same limits on every answer of the back end; undefined on answers without them. */
export function codexHeaders(headers: Headers): QuotaReading | undefined {
  const windows = ['primary', 'secondary'].flatMap((name) => {
    const of = (field: string) => numberOf(headers.get(`x-codex-${name}-${field}`) ?? undefined);
    const [used, minutes, reset] = [of('used-percent'), of('window-minutes'), of('reset-at')];
    if (used === undefined) return [];
    const length = minutes === undefined ? undefined : minutes * 60_000;
    return [made({ title: spanWords(length), used: used / 100, length, resetsAt: reset === undefined ? undefined : reset * 1_000 })];
  });
  return windows.length === 0 ? undefined : { windows, money: [], ...planOf(headers.get('x-codex-plan-type')) };
}

/** Limits per minute, as OpenAI and Anthropic put them on answers; undefined where there are none. */
export function rateHeaders(headers: Headers, now: number): QuotaReading | undefined {
  const windows = ['requests', 'tokens', 'input-tokens', 'output-tokens'].flatMap((unit) => {
    const own = (field: string) => headers.get(`anthropic-ratelimit-${unit}-${field}`) ?? headers.get(`x-ratelimit-${field}-${unit}`);
    const [limit, left] = [numberOf(own('limit') ?? undefined), numberOf(own('remaining') ?? undefined)];
    if (limit === undefined || left === undefined || limit <= 0) return [];
    const title = `${unit[0]?.toUpperCase()}${unit.slice(1).replace('-', ' ')} a minute`;
    return [made({ title, used: Math.max(0, 1 - left / limit), length: undefined, resetsAt: resetTime(own('reset'), now) })];
  });
  return windows.length === 0 ? undefined : { windows, money: [] };
}

/** A date, or a span such as `6m0s`, `250ms` or `1.5s`. */
function resetTime(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  const parts = [...text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  const units: Readonly<Record<string, number>> = { h: HOUR, m: 60_000, s: 1_000, ms: 1 };
  if (parts.length > 0 && !text.includes('T')) {
    return now + parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (units[unit] ?? 0), 0);
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}

const CLAUDE_WINDOWS: Readonly<Record<string, readonly [string, number]>> = {
  five_hour: ['5 hours', 5 * HOUR],
  seven_day: ['Week', 7 * DAY],
  seven_day_opus: ['Week, Opus', 7 * DAY],
  seven_day_sonnet: ['Week, Sonnet', 7 * DAY],
};

/** What `claude` reports before each turn. */
export function claudeUsage(report: WireObject): QuotaReading | undefined {
  if (report.rate_limits_available !== true) return undefined;
  const limits = objectOf(report.rate_limits);
  const named = Object.entries(CLAUDE_WINDOWS).flatMap(([key, [title, length]]) => claudeWindow(title, length, objectOf(limits[key])));
  const scoped = objectsOf(limits.model_scoped).flatMap((window) => claudeWindow(`Week, ${textOf(window.display_name)}`, 7 * DAY, window));
  return { windows: [...named, ...scoped], money: [], ...planOf(report.subscription_type) };
}

function claudeWindow(title: string, length: number, window: WireObject): QuotaWindow[] {
  const used = numberOf(window.utilization);
  const date = Date.parse(textOf(window.resets_at));
  return used === undefined ? [] : [made({ title, used: used / 100, length, resetsAt: Number.isNaN(date) ? undefined : date })];
}

/** What OpenRouter says of a key: what it spent, and its limit if it has one. */
export function openRouterKey(answer: WireObject): QuotaReading {
  const key = objectOf(answer.data);
  const limit = numberOf(key.limit);
  const spans = [
    ['Today', key.usage_daily],
    ['This week', key.usage_weekly],
    ['This month', key.usage_monthly],
  ] as const;
  const spent = spans.flatMap(([title, value]) => {
    const amount = numberOf(value);
    return amount === undefined ? [] : [{ title, spent: amount }];
  });
  const whole = numberOf(key.usage);
  return {
    windows: [],
    money: [...(whole === undefined ? [] : [{ title: 'Key', spent: whole, ...(limit === undefined ? {} : { limit }) }]), ...spent],
  };
}

/** What LiteLLM says of a key: its spend against its budget, which starts over at the reset. */
export function liteLlmKey(answer: WireObject, now: number): QuotaReading {
  const info = objectOf(answer.info);
  const [spent, limit] = [numberOf(info.spend), numberOf(info.max_budget)];
  const reset = Date.parse(textOf(info.budget_reset_at));
  if (spent === undefined) return { windows: [], money: [] };
  const money = [{ title: 'Key', spent, ...(limit === undefined ? {} : { limit }) }];
  const over = !Number.isNaN(reset) && reset > now && limit !== undefined && limit > 0;
  return { windows: over ? [made({ title: 'Budget', used: Math.max(0, spent / limit), length: undefined, resetsAt: reset })] : [], money };
}

/** What OpenCode says: three windows with their share in percent. */
export function openCodeUsage(answer: WireObject, now: number): QuotaReading {
  const spans = [
    ['Rolling', 'rolling', undefined],
    ['Week', 'weekly', 7 * DAY],
    ['Month', 'monthly', undefined],
  ] as const;
  const windows = spans.flatMap(([title, key, length]) => {
    const window = objectOf(answer[key] ?? answer[`${key}Usage`]);
    const used = numberOf(window.usagePercent ?? window.usage_percent ?? window.used_percent);
    const seconds = numberOf(window.resetInSec ?? window.reset_in_seconds);
    if (used === undefined) return [];
    return [made({ title, used: used / 100, length, resetsAt: seconds === undefined ? undefined : now + seconds * 1_000 })];
  });
  return { windows, money: [], ...planOf(answer.plan) };
}

function planOf(plan: unknown): Pick<QuotaReading, 'plan'> {
  return typeof plan === 'string' && plan !== '' ? { plan } : {};
}

function spanWords(length: number | undefined): string {
  if (length === undefined) return 'Limit';
  if (length === 7 * DAY) return 'Week';
  if (length % DAY === 0) return length === DAY ? 'Day' : `${length / DAY} days`;
  return `${Math.round(length / HOUR)} hours`;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

interface LooseWindow {
  readonly title: string;
  readonly used: number;
  readonly length: number | undefined;
  readonly resetsAt: number | undefined;
}

function made({ title, used, length, resetsAt }: LooseWindow): QuotaWindow {
  return { title, used, ...(length === undefined ? {} : { length }), ...(resetsAt === undefined ? {} : { resetsAt }) };
}
