import type { AssistantBlock } from '../../shared/messages.ts';
import type { Usage } from '../../shared/usage.ts';
import type { RetryConfig } from '../config/schema.ts';
import type { Clock } from '../lib/ports.ts';
import type { Failure } from './failure.ts';
import type { StreamEnd, StreamEvent } from './provider.ts';
import type { Verdict } from './verdict-words.ts';

export type Delta = Extract<StreamEvent, { type: 'delta' }>;

export interface AttemptFailed {
  readonly type: 'failed';
  readonly failure: Failure;
  readonly blocks: readonly AssistantBlock[];
  readonly usage?: Usage;
  readonly cost?: number;
}

/** One try: deltas, then exactly one end or failure. Never throws. */
export type Attempt = () => AsyncIterable<Delta | StreamEnd | AttemptFailed>;

export interface RetryOptions {
  readonly attempt: Attempt;
  readonly policy: RetryConfig;
  readonly clock: Clock;
  /** Uniform in 0 ≤ x < 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly classify: (failure: Failure) => Verdict;
}

/**
 * Tries until an attempt ends by itself, the failure is final, or the attempts are used up.
 * The caller's cancellation ends a wait at once.
 */
export async function* withRetry(options: RetryOptions): AsyncGenerator<StreamEvent, void> {
  const maxAttempts = options.policy.enabled ? options.policy.max_attempts : 1;
  for (let attempt = 1; ; attempt += 1) {
    const { shown, end } = yield* once(options.attempt);
    if (end.type === 'end') return yield end;
    const verdict = options.classify(end.failure);
    if (!verdict.transient || attempt >= maxAttempts) return yield failedEnd(end, verdict);
    const delay = retryDelay({ policy: options.policy, attempt, random: options.random(), ...asked(verdict) });
    if (shown) yield { type: 'reset' };
    const took = counted(end);
    yield { type: 'retry', attempt: attempt + 1, maxAttempts, delay, reason: verdict.reason, ...took };
    await options.clock.sleep(delay, options.signal);
    if (options.signal.aborted) return yield { type: 'end', stop: 'cancelled', blocks: [] };
  }
}

/** Passes the deltas of one attempt on and returns how it ended. */
async function* once(attempt: Attempt): AsyncGenerator<Delta, { shown: boolean; end: StreamEnd | AttemptFailed }> {
  let shown = false;
  for await (const event of attempt()) {
    if (event.type !== 'delta') return { shown, end: event };
    shown = true;
    yield event;
  }
  return { shown, end: { type: 'failed', failure: { kind: 'bug', message: 'an attempt ended without an end' }, blocks: [] } };
}

function asked(verdict: Verdict): { readonly retryAfter?: number } {
  return verdict.retryAfter === undefined ? {} : { retryAfter: verdict.retryAfter };
}

function counted({ usage, cost }: AttemptFailed): Pick<StreamEnd, 'usage' | 'cost'> {
  return { ...(usage ? { usage } : {}), ...(cost === undefined ? {} : { cost }) };
}

function failedEnd(failed: AttemptFailed, { problem, transient, usageLimit }: Verdict): StreamEnd {
  const { blocks } = failed;
  const known = counted(failed);
  if (usageLimit) return { type: 'end', stop: 'usage_limit', blocks, ...known, problem };
  return { type: 'end', stop: 'error', blocks, ...known, problem, transient };
}

export interface DelayOptions {
  readonly policy: RetryConfig;
  /** The attempt that just failed, from 1. */
  readonly attempt: number;
  /** Uniform in 0 ≤ x < 1. */
  readonly random: number;
  /** What the server asked for; takes the place of the computed wait, up to the configured longest. */
  readonly retryAfter?: number;
}

/** Milliseconds before the next attempt: doubling with full jitter, or what the server asked for. */
export function retryDelay({ policy, attempt, random, retryAfter }: DelayOptions): number {
  if (retryAfter !== undefined) return Math.min(Math.round(retryAfter), policy.retry_after_max);
  const ceiling = Math.min(policy.initial_backoff * 2 ** (attempt - 1), policy.max_backoff);
  return Math.floor(random * ceiling);
}
