import { span } from '../../shared/span.ts';
import type { Clock } from '../lib/ports.ts';
import type { Failure } from './failure.ts';
import type { ModelSpec } from './model-spec.ts';
import { isObject, parseObject, type WireObject } from './wire-json.ts';

export interface UsageLimit {
  /** Milliseconds since the epoch; absent when the server did not say. */
  readonly resetsAt?: number;
}

const LIMIT_TYPES = new Set(['usage_limit_reached', 'usage_not_included', 'insufficient_quota', 'billing_error', 'budget_exceeded']);
const LIMIT_CODES = new Set([
  'insufficient_quota',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
]);

/** Anthropic tells these from other refused requests by their text only. */
const LIMIT_TEXT = /credit balance is too low|reached your specified API usage limits/i;
const BUDGET_TEXT = /budget.{0,40}(exceeded|exhausted|spent)|exceeded.{0,40}budget/i;
const THIRTY_DAYS = 30 * 24 * 3_600_000;

interface Refusal {
  readonly error: WireObject;
  readonly text: string;
  readonly status?: number;
  readonly headers?: Headers;
}

/** A refusal that waiting a few seconds cannot fix, whether as a response or inside a stream; `null` for every other failure. */
export function usageLimit(failure: Failure, spec: ModelSpec, clock: Clock): UsageLimit | null {
  const refusal = refusalOf(failure);
  if (!refusal || !isLimit(refusal, spec)) return null;
  const { error, headers } = refusal;
  const now = clock.now();
  const resetsAt = [
    seconds(error.resets_at),
    after(now, seconds(error.resets_in_seconds)),
    seconds(headers?.get('x-codex-primary-reset-at')),
    regainDate(refusal.text),
  ]
    .filter((time) => time !== undefined)
    .find((time) => time > now && time - now <= THIRTY_DAYS);
  return resetsAt === undefined ? {} : { resetsAt };
}

function refusalOf(failure: Failure): Refusal | undefined {
  if (failure.kind === 'reported') return { error: failure.error, text: failure.message };
  if (failure.kind !== 'http' || failure.status >= 500) return undefined;
  const { status, headers, body } = failure;
  return { error: errorObject(body), text: body, status, headers };
}

function isLimit({ error, text, status }: Refusal, spec: ModelSpec): boolean {
  if (status === 402 || LIMIT_TYPES.has(String(error.type)) || LIMIT_CODES.has(String(error.code))) return true;
  if (error.type === 'invalid_request_error' && LIMIT_TEXT.test(text)) return true;
  return spec.endpoint.type === 'litellm' && status === 429 && BUDGET_TEXT.test(text);
}

/** As Anthropic words it: `You will regain access on 2026-12-01 at 00:00 UTC.` */
function regainDate(text: string): number | undefined {
  const [, day, time] = /regain access on (\d{4}-\d{2}-\d{2}) at (\d{2}:\d{2}) UTC/.exec(text) ?? [];
  const date = Date.parse(`${day}T${time}:00Z`);
  return Number.isNaN(date) ? undefined : date;
}

/** The `error` object of an API's error body, or the body itself when it is one. Empty when it is not JSON. */
export function errorObject(body: string): WireObject {
  const parsed = parseObject(body) ?? {};
  return isObject(parsed.error) ? parsed.error : parsed;
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
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())} (in ${span(resetsAt - now)})`;
}
