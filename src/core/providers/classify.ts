import type { Problem } from '../../shared/problem.ts';
import { providerType } from '../config/provider-types.ts';
import type { Clock } from '../lib/ports.ts';
import { askedDelay } from './asked-delay.ts';
import type { Failure } from './failure.ts';
import { fullnessVerdict, pictureVerdict } from './fullness-verdicts.ts';
import type { ModelSpec } from './model-spec.ts';
import { resetText, usageLimit } from './usage-limit.ts';
import { after, oneLine, SAFE, saidBy, type Verdict, Words } from './verdict-words.ts';

const RETRIED_STATUS = new Set([408, 409, 425, 429]);

/** Pure but for the clock, which turns dates into waits. No message ever holds a key or a configured header. */
export function classify(failure: Failure, spec: ModelSpec, clock: Clock): Verdict {
  const limit = usageLimit(failure, spec, clock);
  if (limit) return usageLimitVerdict(limit.resetsAt, spec, clock);
  const words = new Words(spec);
  const full = fullnessVerdict(failure, words);
  if (full) return full;
  switch (failure.kind) {
    case 'http':
      return httpVerdict(failure, words, clock);
    case 'transport':
      return transportVerdict(failure, words);
    case 'timeout':
      return timeoutVerdict(failure, words);
    case 'cut':
      return words.verdict('provider_unreachable', 'the connection broke', {
        message: `The connection to the model server at ${words.url} broke in the middle of an answer.`,
        hint: 'Send the prompt again.',
        detail: failure.message,
      });
    case 'bad_answer':
      return badAnswerVerdict(failure, words);
    case 'too_long':
      return words.verdict('provider_bad_answer', 'the answer was too long', {
        message: `${words.model} wrote more in one answer than is taken, and was stopped there.`,
        hint: 'Ask for less at a time, or for a file to be written in parts; if it repeats itself, choose another model.',
        final: true,
      });
    case 'reported':
      return reportedVerdict(failure, words);
    case 'no_credentials':
      return { problem: failure.problem, reason: 'the sign-in could not be renewed', transient: failure.transient, usageLimit: false };
    case 'bug':
      return words.verdict('internal', 'internal error', {
        message: `The request to ${words.model} failed inside the application.`,
        hint: 'Send the prompt again; if it happens again, report it with the detail below.',
        detail: failure.message,
        final: true,
      });
  }
}

type Http = Extract<Failure, { kind: 'http' }>;

function httpVerdict(failure: Http, words: Words, clock: Clock): Verdict {
  const { status } = failure;
  const said = saidBy(failure);
  const refused = pictureVerdict(said, words);
  if (refused) return refused;
  if (status === 401 || status === 403) {
    return words.verdict('provider_auth', 'the key was refused', {
      message: `${words.model} refused the API key (HTTP ${status})${after(said)}`,
      hint: refusedKeyHint(words),
      final: true,
    });
  }
  const transient = RETRIED_STATUS.has(status) || status >= 500;
  const wait = transient ? askedDelay(failure, words.type, clock) : undefined;
  const code = status === 429 ? 'rate_limited' : 'provider_rejected';
  const verdict = words.verdict(code, status === 429 ? 'too many requests' : `HTTP ${status}`, {
    message: `${httpMessage(status, words)}${after(said)}`,
    hint: httpHint(status, words),
    final: !transient,
  });
  return wait === undefined ? verdict : { ...verdict, retryAfter: wait };
}

function refusedKeyHint({ key, type }: Words): string {
  if (type === 'claude_subscription') return 'Run `claude auth login` in a terminal and send the prompt again.';
  if (providerType(type).key === 'sign_in') return `Sign in again with \`steiner login ${type}\`, or in the settings of the window.`;
  return `Check ${key}.api_key_env or ${key}.api_key in the configuration.`;
}

function httpMessage(status: number, words: Words): string {
  if (status === 429) return `${words.model} is receiving too many requests (HTTP 429)`;
  return status >= 500 ? `The model server at ${words.url} failed (HTTP ${status})` : `${words.model} refused the request (HTTP ${status})`;
}

function httpHint(status: number, words: Words): string {
  if (status === 429) return 'Wait a moment and send the prompt again, or choose another model.';
  if (status >= 500) return 'The fault is on the server. Try again later, or choose another model.';
  if (status === 404) return `Check ${words.key}.base_url and the model id in the configuration.`;
  return `Check the model id and its params in the configuration, and ${words.key}.base_url.`;
}

const TRANSPORT_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed before an answer came',
  ENOTFOUND: 'no host has that name',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
};

function transportVerdict(failure: Extract<Failure, { kind: 'transport' }>, words: Words): Verdict {
  const certificate = /CERT|_SIGNATURE|SELF_SIGNED|ERR_TLS|ERR_SSL/.test(failure.code);
  const reason = certificate ? 'its certificate is not trusted' : (TRANSPORT_REASONS[failure.code] ?? 'the connection failed');
  return words.verdict('provider_unreachable', reason, {
    message: `Could not reach the model server at ${words.url}: ${reason}.${certificate ? '' : ' Is it running?'}`,
    hint: certificate
      ? `Correct ${words.key}.base_url, or make the server's certificate known with NODE_EXTRA_CA_CERTS.`
      : `Start it, or correct ${words.key}.base_url in the configuration.`,
    detail: [failure.code, failure.message].filter((part) => part !== '').join(': '),
    final: certificate,
  });
}

function timeoutVerdict({ phase, ms }: Extract<Failure, { kind: 'timeout' }>, words: Words): Verdict {
  const span = ms >= 1_000 ? `${Math.round(ms / 100) / 10} s` : `${ms} ms`;
  const what = phase === 'answer' ? `did not answer within ${span}` : `went silent for ${span} in the middle of an answer`;
  return words.verdict('provider_unreachable', `no answer for ${span}`, {
    message: `The model server at ${words.url} ${what}.`,
    hint: `Send the prompt again. For a slow model, raise ${words.key}.timeout in the configuration.`,
  });
}

function badAnswerVerdict({ what, final }: Extract<Failure, { kind: 'bad_answer' }>, words: Words): Verdict {
  return words.verdict('provider_bad_answer', 'the answer could not be read', {
    message: `The model server at ${words.url} answered with ${what}.`,
    hint: `Check that ${words.key}.base_url points to a ${words.api} API; it often ends in /v1.`,
    final,
  });
}

/** Names of errors inside a stream that asking again cannot fix. */
const FINAL_CODES = new Set([
  'invalid_prompt',
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'not_found_error',
  'request_too_large',
]);
const RATE_CODES = new Set(['429', 'rate_limit_error', 'rate_limit_exceeded']);

function reportedVerdict({ message, code }: Extract<Failure, { kind: 'reported' }>, words: Words): Verdict {
  const refused = pictureVerdict(oneLine(message), words);
  if (refused) return refused;
  if (code === 'authentication_error') {
    const what = `${words.model} refused the request: ${oneLine(message)}`;
    return words.verdict('provider_auth', 'the sign-in was refused', { message: what, hint: refusedKeyHint(words), final: true });
  }
  const rejected = /^4(?!08|09|25|29)\d\d$/.test(code) || FINAL_CODES.has(code);
  return words.verdict(RATE_CODES.has(code) ? 'rate_limited' : 'provider_rejected', 'the server reported an error', {
    message: `${words.model} reported an error in the middle of an answer: ${oneLine(message)}`,
    hint: rejected ? httpHint(400, words) : 'Send the prompt again, or choose another model.',
    final: rejected,
  });
}

function usageLimitVerdict(resetsAt: number | undefined, spec: ModelSpec, clock: Clock): Verdict {
  const model = `${spec.endpoint.name}/${spec.id}`;
  const reset = resetsAt === undefined ? '' : ` It resets at ${resetText(resetsAt, clock.now())}.`;
  const problem: Problem = {
    code: 'usage_limit',
    message: `The usage limit of ${model} is reached.${reset}`,
    hint: 'Choose another model, or raise the limit with the provider.',
    safe: SAFE,
    ...(resetsAt === undefined ? {} : { resetsAt }),
  };
  return { problem, reason: 'usage limit', transient: false, usageLimit: true };
}
