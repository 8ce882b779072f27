import type { Problem } from '../../../shared/problem.ts';
import { objectOf, textOf, type WireObject } from '../wire-json.ts';

/** Whether requests are sure to cost nothing beyond the subscription, as the program reports its account. */
export function extraUsageProblem(usage: WireObject): Problem | undefined {
  const extra = objectOf(objectOf(usage.rate_limits).extra_usage);
  if (usage.rate_limits_available === true && extra.is_enabled === false) return undefined;
  const why = usage.rate_limits_available === true ? 'extra usage is on, or not said to be off' : 'its limits are not known';
  return costly(`The Claude subscription could cost more than its plan: ${why}.`);
}

/** The account has begun to pay for what goes over its plan. */
export function overageProblem(): Problem {
  return costly('The Claude subscription has begun to use extra usage, which costs more than its plan.');
}

function costly(message: string): Problem {
  return {
    code: 'provider_rejected',
    message,
    hint: 'Turn extra usage off in the settings of your claude.ai account and send the prompt again, or use a provider of type anthropic.',
    safe: 'Nothing further was sent, and nothing of the conversation is lost.',
  };
}

/** Why a turn of the program ended without an answer, in the form of an API's error. */
export function endError(result: WireObject, resetsAt: unknown): WireObject {
  const errors = Array.isArray(result.errors) ? result.errors.map(String).join('; ') : '';
  const message = textOf(result.result) || errors || textOf(result.subtype) || 'no reason given';
  if (resetsAt !== undefined || /hit your .*limit|usage limit/i.test(message)) {
    return { type: 'usage_limit_reached', message, ...(resetsAt === undefined ? {} : { resets_at: resetsAt }) };
  }
  if (/log ?in|authenticat|credential|oauth/i.test(message)) return { type: 'authentication_error', message };
  if (/prompt is too long/i.test(message)) return { type: 'invalid_request_error', message };
  return { type: 'api_error', message };
}
