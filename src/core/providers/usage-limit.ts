import type { Clock } from '../lib/ports.ts';
import type { Failure } from './failure.ts';
import type { ModelSpec } from './model-spec.ts';

export interface UsageLimit {
  /** Milliseconds since the epoch; absent when the server did not say. */
  readonly resetsAt?: number;
}

const LIMIT_TYPES = new Set(['usage_limit_reached', 'usage_not_included', 'insufficient_quota']);
const LIMIT_CODES = new Set([
  'insufficient_quota',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
]);
const THIRTY_DAYS = 30 * 24 * 3_600_000;

/** A 429 that waiting a few seconds cannot fix; `null` for every other failure. */
export function usageLimit(failure: Failure, spec: ModelSpec, clock: Clock): UsageLimit | null {
  if (failure.kind !== 'http' || failure.status !== 429) return null;
  const error = errorObject(failure.body);
  const limited = LIMIT_TYPES.has(String(error.type)) || LIMIT_CODES.has(String(error.code));
  const budget = spec.endpoint.type === 'litellm' && /budget.{0,40}(exceeded|exhausted|spent)|exceeded.{0,40}budget/i.test(failure.body);
  if (!limited && !budget) return null;
  const now = clock.now();
  const resetsAt = [
    seconds(error.resets_at),
    after(now, seconds(error.resets_in_seconds)),
    seconds(failure.headers.get('x-codex-primary-reset-at')),
  ]
    .filter((time) => time !== undefined)
    .find((time) => time > now && time - now <= THIRTY_DAYS);
  return resetsAt === undefined ? {} : { resetsAt };
}

/** The `error` object of an API's error body, or the body itself when it is one. Empty when it is not JSON. */
export function errorObject(body: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body);
    if (!isObject(parsed)) return {};
    return isObject(parsed.error) ? parsed.error : parsed;
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function seconds(value: unknown): number | undefined {
  const number = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number * 1_000 : undefined;
}

function after(now: number, span: number | undefined): number | undefined {
  return span === undefined ? undefined : now + span;
}

/** `2026-11-03 14:05 (in 2 h 10 min)`, in local time. */
export function resetText(resetsAt: number, now: number): string {
  const date = new Date(resetsAt);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())} (in ${spanText(resetsAt - now)})`;
}

function spanText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const days = Math.floor(minutes / 1_440);
  const hours = Math.floor((minutes % 1_440) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
