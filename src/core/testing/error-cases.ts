/** The body of an error as Messages gives it. */
export const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message }, request_id: 'req_1' });
/** As Chat Completions and Responses give it. */
export const openai = (message: string, rest: object = {}) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null, ...rest },
});

export type ErrorCase = readonly [
  name: string,
  reply: { status: number; body: Record<string, unknown> },
  expected: readonly [code: string, attempts: number],
  said: string,
];

/** How often what is transient is tried. */
export const RETRIED = 3;
const REFUSED = 'box/tiny refused the request (HTTP';
export const LIMIT = 'The usage limit of box/tiny is reached.';

/** Every error that the published references list. */
const MESSAGES: readonly ErrorCase[] = [
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
  [
    'conflict_error',
    { status: 409, body: anthropic('conflict_error', 'being changed') },
    ['provider_rejected', RETRIED],
    `${REFUSED} 409): being changed`,
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
    ['request_too_large', 1],
    'The request has more bytes than box/tiny takes: Request exceeds the maximum size',
  ],
  [
    'rate_limit_error',
    { status: 429, body: anthropic('rate_limit_error', 'slow down') },
    ['rate_limited', RETRIED],
    'box/tiny is receiving too many requests (HTTP 429): slow down',
  ],
  [
    'too many pictures',
    { status: 400, body: anthropic('invalid_request_error', 'Too much media: 0 document pages + 102 images > 100') },
    ['too_many_pictures', 1],
    'box/tiny takes fewer pictures than the conversation has: Too much media: 0 document pages + 102 images > 100',
  ],
  [
    'spent credit',
    { status: 400, body: anthropic('invalid_request_error', 'Your credit balance is too low to access the API.') },
    ['usage_limit', 1],
    LIMIT,
  ],
];

const OPENAI: readonly ErrorCase[] = [
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
  [
    'invalid authentication',
    { status: 401, body: openai('Invalid Authentication') },
    ['provider_auth', 1],
    'box/tiny refused the API key (HTTP 401): Invalid Authentication',
  ],
  [
    'no member of an organization',
    { status: 401, body: openai('You must be a member of an organization to use the API') },
    ['provider_auth', 1],
    'box/tiny refused the API key (HTTP 401): You must be a member',
  ],
  [
    'ip_not_authorized',
    { status: 401, body: openai('Your IP is not authorized', { code: 'ip_not_authorized' }) },
    ['provider_auth', 1],
    'box/tiny refused the API key (HTTP 401): Your IP is not authorized',
  ],
  [
    'invalid service_tier',
    { status: 400, body: openai('Invalid service_tier argument', { param: 'service_tier' }) },
    ['provider_rejected', 1],
    `${REFUSED} 400): Invalid service_tier argument`,
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
    'slow_down',
    { status: 429, body: openai('Slow down', { type: 'rate_limit_error', code: 'slow_down' }) },
    ['rate_limited', RETRIED],
    'box/tiny is receiving too many requests (HTTP 429): Slow down',
  ],
  [
    'credit_balance_exhausted',
    { status: 429, body: openai('No credit is left', { type: 'insufficient_quota', code: 'credit_balance_exhausted' }) },
    ['usage_limit', 1],
    LIMIT,
  ],
  [
    'insufficient_quota',
    { status: 429, body: openai('You exceeded your quota', { type: 'insufficient_quota', code: 'insufficient_quota' }) },
    ['usage_limit', 1],
    LIMIT,
  ],
];

const failing = (status: number, name: string, body: Record<string, unknown>): ErrorCase => [
  name,
  { status, body },
  ['provider_rejected', RETRIED],
  `failed (HTTP ${status}): m`,
];

const MESSAGES_SERVER = [
  failing(500, 'api_error', anthropic('api_error', 'm')),
  failing(504, 'timeout_error', anthropic('timeout_error', 'm')),
  failing(529, 'overloaded_error', anthropic('overloaded_error', 'm')),
];

const OPENAI_SERVER = [
  failing(500, 'server_error', openai('m', { type: 'server_error' })),
  failing(503, 'server_is_overloaded', openai('m', { type: 'service_unavailable_error', code: 'server_is_overloaded' })),
  failing(503, 'slow_down', openai('m', { type: 'service_unavailable_error', code: 'slow_down' })),
];
/** Every error body that the published references document, by API: what it means and how often it is tried. */
export const ERROR_CASES = [
  ['messages', [...MESSAGES, ...MESSAGES_SERVER]],
  ['responses', [...OPENAI, ...OPENAI_SERVER]],
  ['chat_completions', [...OPENAI, ...OPENAI_SERVER]],
] as const;
