import { describe, expect, test } from 'vitest';
import { anthropic, ERROR_CASES, LIMIT, openai, RETRIED } from '../testing/error-cases.ts';
import { ask, outline, SAFE } from '../testing/fault-rig.ts';
import type { Reply } from '../testing/model-script.ts';
import type { StreamEnd } from './provider.ts';

describe.each(ERROR_CASES)('%s', (wire, cases) => {
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
