import { describe, expect, test } from 'vitest';
import { ask, outline, SAFE } from '../testing/fault-rig.ts';
import type { Reply } from '../testing/model-script.ts';
import type { StreamEnd } from './provider.ts';

const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message }, request_id: 'req_1' });
const openai = (message: string, rest: object = {}) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null, ...rest },
});

type Case = readonly [
  name: string,
  reply: { status: number; body: Record<string, unknown> },
  expected: readonly [code: string, attempts: number],
  said: string,
];

const RETRIED = 3;
const REFUSED = 'box/tiny refused the request (HTTP';
const LIMIT = 'The usage limit of box/tiny is reached.';

/** Every error that the published references list. */
const MESSAGES: readonly Case[] = [
  [
    'invalid_request_error',
    { status: 400, body: anthropic('invalid_request_error', 'max_tokens: too large') },
    ['provider_rejected', 1],
    `${REFUSED} 400): max_tokens: too large`,
  ],
  [
    'authentication_error',
    { status: 401, body: anthropic('authentication_error', 'invalid x-api-key') },
    ['provider_auth', 1],
    'box/tiny refused the API key (HTTP 401): invalid x-api-key',
  ],
  ['billing_error', { status: 402, body: anthropic('billing_error', 'Check payment details') }, ['usage_limit', 1], LIMIT],
  [
    'permission_error',
    { status: 403, body: anthropic('permission_error', 'no permission') },
    ['provider_auth', 1],
    'box/tiny refused the API key (HTTP 403): no permission',
  ],
  [
    'not_found_error',
    { status: 404, body: anthropic('not_found_error', 'model: x') },
    ['provider_rejected', 1],
    `${REFUSED} 404): model: x`,
  ],
  [
    'request_too_large',
    { status: 413, body: anthropic('request_too_large', 'Request exceeds the maximum size') },
    ['provider_rejected', 1],
    `${REFUSED} 413): Request exceeds the maximum size`,
  ],
  [
    'rate_limit_error',
    { status: 429, body: anthropic('rate_limit_error', 'slow down') },
    ['rate_limited', RETRIED],
    'box/tiny is receiving too many requests (HTTP 429): slow down',
  ],
  [
    'spent credit',
    { status: 400, body: anthropic('invalid_request_error', 'Your credit balance is too low to access the API.') },
    ['usage_limit', 1],
    LIMIT,
  ],
];

const OPENAI: readonly Case[] = [
  [
    'context_length_exceeded',
    { status: 400, body: openai('too long', { code: 'context_length_exceeded' }) },
    ['context_full', 1],
    'The request is longer than the context of box/tiny: too long',
  ],
  [
    'invalid_api_key',
    { status: 401, body: openai('Incorrect API key provided', { code: 'invalid_api_key' }) },
    ['provider_auth', 1],
    'box/tiny refused the API key (HTTP 401): Incorrect API key provided',
  ],
  ['payment required', { status: 402, body: openai('Insufficient credits', { code: 402 }) }, ['usage_limit', 1], LIMIT],
  [
    'unsupported country',
    { status: 403, body: openai('Country not supported') },
    ['provider_auth', 1],
    'box/tiny refused the API key (HTTP 403): Country not supported',
  ],
  [
    'model_not_found',
    { status: 404, body: openai('The model `x` does not exist', { code: 'model_not_found' }) },
    ['provider_rejected', 1],
    `${REFUSED} 404): The model \`x\` does not exist`,
  ],
  [
    'rate_limit_exceeded',
    { status: 429, body: openai('Rate limit reached', { type: 'tokens', code: 'rate_limit_exceeded' }) },
    ['rate_limited', RETRIED],
    'box/tiny is receiving too many requests (HTTP 429): Rate limit reached',
  ],
  [
    'insufficient_quota',
    { status: 429, body: openai('You exceeded your quota', { type: 'insufficient_quota', code: 'insufficient_quota' }) },
    ['usage_limit', 1],
    LIMIT,
  ],
];

const SERVER: readonly Case[] = [500, 503, 529].map((status) => [
  String(status),
  { status, body: anthropic('overloaded_error', 'Overloaded') },
  ['provider_rejected', RETRIED],
  `failed (HTTP ${status}): Overloaded`,
]);
const WIRES = [
  ['messages', [...MESSAGES, ...SERVER]],
  ['responses', [...OPENAI, ...SERVER]],
  ['chat_completions', [...OPENAI, ...SERVER]],
] as const;

describe.each(WIRES)('%s', (wire, cases) => {
  test.each(cases)('%s is put in words', async (_, reply, expected, said) => {
    const asked = await ask([reply, reply, reply], { wire });
    const { problem } = asked.events.at(-1) as StreamEnd;
    expect([[problem?.code, asked.attempts], problem?.safe]).toEqual([expected, SAFE]);
    expect(problem?.message).toContain(said);
  });
});

const frame = (data: object) => `data: ${JSON.stringify(data)}\n\n`;

describe('an error in the middle of an answer', () => {
  const inMessages = (error: object) => frame({ type: 'error', error });
  const inResponses = (error: object) => frame({ type: 'response.failed', response: { status: 'failed', error } });
  test.each([
    ['messages', 'overloaded_error', inMessages({ type: 'overloaded_error', message: 'm' }), ['provider_rejected', RETRIED]],
    ['messages', 'rate_limit_error', inMessages({ type: 'rate_limit_error', message: 'm' }), ['rate_limited', RETRIED]],
    ['messages', 'invalid_request_error', inMessages({ type: 'invalid_request_error', message: 'm' }), ['provider_rejected', 1]],
    ['messages', 'billing_error', inMessages({ type: 'billing_error', message: 'm' }), ['usage_limit', 1]],
    ['responses', 'server_error', inResponses({ code: 'server_error', message: 'm' }), ['provider_rejected', RETRIED]],
    ['responses', 'rate_limit_exceeded', inResponses({ code: 'rate_limit_exceeded', message: 'm' }), ['rate_limited', RETRIED]],
    ['responses', 'insufficient_quota', inResponses({ code: 'insufficient_quota', message: 'm' }), ['usage_limit', 1]],
    ['responses', 'invalid_prompt', inResponses({ code: 'invalid_prompt', message: 'm' }), ['provider_rejected', 1]],
  ] as const)('of %s called %s is told from the others', async (wire, _, body, expected) => {
    const reply: Reply = { status: 200, headers: { 'content-type': 'text/event-stream' }, body: [body] };
    const asked = await ask([reply, reply, reply], { wire });
    const { problem } = asked.events.at(-1) as StreamEnd;
    expect([problem?.code, asked.attempts]).toEqual(expected);
  });
});

/** How many events are sent up to the first text. */
const CUT = { messages: 4, responses: 5, chat_completions: 2 };

test('an answer that dies after it was shown is reset and asked for again, on every wire', async () => {
  for (const wire of ['messages', 'responses', 'chat_completions'] as const) {
    const { events } = await ask([{ text: ['Half', ' an answer'], cutAfter: CUT[wire] }, { text: 'Whole' }], { wire });
    expect([wire, outline(events)]).toEqual([wire, ['delta', 'reset', 'the connection broke', 'delta', 'end']]);
  }
});

test.each([
  ['Rate limit. Try again in 12 seconds.', 12_000],
  ['No deployments available. Retry after 1.5s', 1_500],
  ['{"cooldown_time": 20}', 20_000],
  ['try again in 250 milliseconds', 250],
  ['Try again in 2 minutes', 30_000],
  ['nothing to go by', 0],
])('LiteLLM says in words how long to wait: %s', async (message, delay) => {
  const { events } = await ask([{ status: 429, body: openai(message) }, { text: 'ok' }], { type: 'litellm' });
  expect(events[0]).toEqual({ type: 'retry', attempt: 2, maxAttempts: 3, delay, reason: 'too many requests' });
});

test('the end of a spend limit is named as the API words it', async () => {
  const message = 'You have reached your specified API usage limits. You will regain access on 2026-01-05 at 00:00 UTC.';
  const { events } = await ask([{ status: 400, body: anthropic('invalid_request_error', message) }], { wire: 'messages' });
  const { stop, problem } = events.at(-1) as StreamEnd;
  expect([stop, problem?.message.startsWith(`${LIMIT} It resets at 2026-01-0`)]).toEqual(['usage_limit', true]);
});
