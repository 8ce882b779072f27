import { expect, test } from 'vitest';
import type { ModelChoice } from '../../shared/ipc.ts';
import { main } from '../main.ts';
import { createFakeEngine, type FakeEngineOptions } from '../testing/fake-engine.ts';
import { createFakeTerminal } from '../testing/fake-terminal.ts';

const choice = (ref: string, more: Partial<ModelChoice> = {}): ModelChoice => {
  const [provider = '', id = ''] = ref.split('/');
  return { ref, provider, id, scripted: false, default: false, ...more };
};

const MODELS: readonly ModelChoice[] = [
  choice('cloud/large', {
    default: true,
    favourite: true,
    contextWindow: 400_000,
    vision: true,
    efforts: ['low', 'high'],
    price: { input: 1.25, output: 10 },
  }),
  choice('box/old', { unlisted: true }),
  choice('bare/m', { unavailable: 'Provider bare (openai) needs an API key and has none.' }),
];

/** Columns of the output are shown with a bar between them. */
async function run(args: readonly string[], options: FakeEngineOptions = {}) {
  const engine = createFakeEngine({ models: MODELS, ...options });
  const terminal = createFakeTerminal();
  const openRuntime = async () => ({ engine, kill: async () => {}, report: String });
  const code = await main({ args: ['models', ...args], terminal, installation: { root: '/nowhere' }, openRuntime });
  return { code, out: terminal.out().replace(/ {2,}/g, ' | '), err: terminal.err(), calls: engine.calls.items };
}

test('a list says what each model can do, costs, and why it cannot be asked', async () => {
  expect((await run([])).out).toBe(
    [
      'cloud/large | cloud/large | 400,000 tokens | $1.25 in, $10 out | default, favourite, vision, effort low high',
      'box/old | box/old | not in the list of its provider',
      'bare/m | bare/m | cannot be asked: Provider bare (openai) needs an API key and has none.',
      '',
    ].join('\n'),
  );
});

test('words narrow the list', async () => {
  expect((await run(['list', 'BOX', 'ol', '--json'])).out).toBe(`${JSON.stringify(MODELS[1])}\n`);
});

const LISTINGS = {
  providers: [
    { provider: 'box', type: 'ollama', state: 'fresh', models: 3, fetchedAt: Date.now() - 3 * 3_600_000 },
    {
      provider: 'cloud',
      type: 'openai',
      state: 'missing',
      models: 0,
      problem: { code: 'provider_auth', message: 'It needs a key.', hint: 'Give it one.' },
    },
  ],
  catalogue: { from: 'someone', date: '2026-11-20', models: 850 },
} as const;

test('status says how old each list is, and why one is missing', async () => {
  expect((await run(['status'], { listings: LISTINGS })).out).toBe(
    [
      'box | ollama | fresh, 3 hours old | 3 models',
      'cloud | openai | missing | 0 models | It needs a key. Give it one.',
      'catalogue | of 2026-11-20 | 850 models | from someone',
      '',
    ].join('\n'),
  );
});

test('refresh asks the named providers, and the catalogue when that is said', async () => {
  const refreshed = await run(['refresh', 'box', '--catalogue'], { listings: LISTINGS });
  expect([refreshed.code, refreshed.calls.at(-2)]).toEqual([0, { refresh: { providers: ['box'], catalogue: true } }]);
  const refreshProblem = { code: 'provider_unreachable', message: 'Nobody answered.', hint: 'Try again.' } as const;
  const failed = await run(['refresh'], { refreshProblem });
  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('Nobody answered.')]);
});

test('inspect says of each fact where it is known from', async () => {
  const inspection = {
    provider: 'cloud',
    type: 'openai',
    id: 'large',
    name: 'Large',
    effort: 'high',
    facts: {
      contextWindow: { value: 400_000, source: 'config', confidence: 'high' },
      maxOutputTokens: { confidence: 'low', note: 'No limit is sent.' },
      vision: { value: true, source: 'catalogue', confidence: 'low', note: 'What all sellers of a model of this name agree on.' },
      efforts: { value: [], source: 'listing', confidence: 'high' },
      echoBack: { value: false, source: 'default', confidence: 'high' },
      transport: { value: 'chat_completions', source: 'provider', confidence: 'high', note: 'What openai speaks.' },
      price: { value: { input: 1, output: 2, cacheRead: 0.1 }, source: 'catalogue', confidence: 'high' },
    },
  } as const;
  expect((await run(['inspect', 'cloud/large'], { inspection })).out).toBe(
    [
      'reference | cloud/large',
      'model | cloud/large (openai): Large',
      'context window | 400,000 tokens | from the configuration',
      'output limit | not known | No limit is sent.',
      'pictures | yes | from the catalogue, may be wrong; What all sellers of a model of this name agree on.',
      "efforts | none | from the provider's list",
      'reasoning sent back | no | assumed',
      'transport | chat completions | by the provider type; What openai speaks.',
      'price | $1 in, $0.1 cached, $2 out, for a million tokens | from the catalogue',
      'effort | high',
      '',
    ].join('\n'),
  );
});

test('roles show which model does what, and from where', async () => {
  const roles = [
    { role: 'default_model', ref: 'cloud/large', from: 'default', fallback: false },
    { role: 'sub_agents.code', ref: 'cloud/large', from: 'default', fallback: true },
    { role: 'advisor', ref: undefined, from: undefined, fallback: true },
  ];
  expect((await run(['roles'], { roles })).out).toBe(
    [
      'default_model | cloud/large | profile default',
      'sub_agents.code | cloud/large | default_model of default',
      'advisor | none',
      '',
    ].join('\n'),
  );
});

test.each([
  [['forget'], 2, 'There is no action "forget". It is one of list, refresh, status, inspect, roles.'],
  [['constructor'], 2, 'There is no action "constructor".'],
  [['inspct'], 2, 'Did you mean inspect?'],
  [['inspect'], 2, 'No model is named.'],
  [['inspect', 'a', 'b'], 2, 'Unexpected argument "b".'],
  [['status', 'a'], 2, 'Unexpected argument "a".'],
  [['list', 'zzz'], 1, 'No model has "zzz" in its name.'],
])('%j is refused with what there is', async (args, expected, message) => {
  const { code, out, err } = await run(args);
  expect([code, out, err]).toEqual([expected, '', expect.stringContaining(message)]);
});
