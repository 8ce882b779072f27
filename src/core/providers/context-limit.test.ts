import { expect, it } from 'vitest';
import { exceedsContext } from './context-limit.ts';

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
