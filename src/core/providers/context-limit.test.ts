import { expect, it } from 'vitest';
import { exceedsContext, exceedsSize } from './context-limit.ts';

const http = (status: number, body: unknown) =>
  ({ kind: 'http', status, headers: new Headers(), body: typeof body === 'string' ? body : JSON.stringify(body) }) as const;

/** As the published references and common servers put it. */
it.each([
  http(400, {
    error: {
      message: "This model's maximum context length is 8192 tokens.",
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
  }),
  http(400, {
    error: { message: 'Your input exceeds the context window of this model.', code: 'context_length_exceeded', param: 'input' },
  }),
  http(400, { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 212837 tokens > 200000 maximum' } }),
  http(400, {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'input length and `max_tokens` exceed context limit: 1 + 2 > 3' },
  }),
  http(400, { error: { code: 400, message: 'the request exceeds the available context size', type: 'exceed_context_size_error' } }),
  http(400, { error: { message: "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000." } }),
  http(400, { error: { code: 400, message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).' } }),
  http(400, { error: { message: 'litellm.ContextWindowExceededError: …' } }),
  { kind: 'reported', message: 'too long', code: 'x', error: { code: 'context_length_exceeded' } } as const,
])('knows a request that is too long, case %#', (failure) => {
  expect(exceedsContext(failure)).toBe(true);
});

it.each([
  http(400, { error: { message: 'max_tokens: too large' } }),
  http(429, { error: { message: 'maximum context length' } }),
  http(401, 'prompt is too long'),
  { kind: 'timeout', phase: 'answer', ms: 1 } as const,
])('takes nothing else for it, case %#', (failure) => {
  expect(exceedsContext(failure)).toBe(false);
});

it.each([
  http(413, { type: 'error', error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } }),
  http(413, '<html><head><title>413 Request Entity Too Large</title></head></html>'),
  http(413, ''),
  http(413, { error: { message: 'Request too large for model `x` on tokens per minute (TPM): Limit 6000', code: 'rate_limit_exceeded' } }),
  http(400, { error: { code: 400, message: 'Request payload size exceeds the limit: 20971520 bytes.', status: 'INVALID_ARGUMENT' } }),
  http(500, { message: 'request entity too large' }),
  http(422, { detail: 'Failed to buffer the request body: length limit exceeded' }),
  { kind: 'reported', message: 'm', code: 'request_too_large', error: { type: 'request_too_large' } } as const,
])('knows a request that has too many bytes, case %#', (failure) => {
  expect([exceedsContext(failure), exceedsSize(failure)]).toEqual([false, true]);
});

it.each([
  http(400, { error: { message: 'max_tokens: too large' } }),
  http(400, { error: { message: 'messages.0.content.1.image: image exceeds 5 MB maximum: 6966680 bytes > 5242880 bytes' } }),
  http(429, { error: { message: 'Request too large for this minute' } }),
  { kind: 'timeout', phase: 'answer', ms: 1 } as const,
])('takes nothing else for too many bytes, case %#', (failure) => {
  expect(exceedsSize(failure)).toBe(false);
});
