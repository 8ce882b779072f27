import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { createHttpFetch } from '../../lib/http-fetch.ts';
import { type JsonAsked, type JsonReply, startJsonServer } from '../../testing/json-server.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { openCodexRig, TOKENS } from '../codex/testing/codex-rig.ts';
import { createQuotaBook, type QuotaBook } from './quota-book.ts';

let state: string;
const clock = new ManualClock();
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'steiner-quota-'));
});
afterEach(() => rm(state, { recursive: true, force: true, maxRetries: 10 }));

function book(): QuotaBook {
  const environment = { vars: { KEY: 'sk-key' }, home: state, platform: 'linux' } as const;
  return createQuotaBook({
    clock,
    fetch: createHttpFetch(),
    environment,
    paths: { config: state, state, cache: state },
    logger: { log: () => {} },
  });
}

const NOW = clock.now();
const HOUR = 3_600_000;

/** What each account answers at its address, and what that comes to. */
const CASES = [
  [
    'openrouter',
    '/api/v1/key',
    { data: { usage: 12.5, limit: 50, usage_daily: 1, usage_weekly: 4, usage_monthly: 9 } },
    {
      windows: [],
      money: [
        { title: 'Key', spent: 12.5, limit: 50 },
        { title: 'Today', spent: 1 },
        { title: 'This week', spent: 4 },
        { title: 'This month', spent: 9 },
      ],
    },
  ],
  [
    'litellm',
    '/key/info',
    { info: { spend: 8, max_budget: 10, budget_reset_at: new Date(NOW + HOUR).toISOString() } },
    { windows: [{ title: 'Budget', used: 0.8, resetsAt: NOW + HOUR }], money: [{ title: 'Key', spent: 8, limit: 10 }] },
  ],
  [
    'opencode_go',
    '/api/v1/usage',
    { plan: 'go', rolling: { usagePercent: 25, resetInSec: 3_600 }, weekly: { usagePercent: 50, resetInSec: 7_200 } },
    {
      plan: 'go',
      windows: [
        { title: 'Rolling', used: 0.25, resetsAt: NOW + HOUR },
        { title: 'Week', used: 0.5, length: 168 * HOUR, resetsAt: NOW + 2 * HOUR },
      ],
      money: [],
    },
  ],
] as const;

describe('accounts that are asked', () => {
  it.each(CASES)('%s answers at %s, with its key, and is kept over a restart', async (type, path, json, expected) => {
    const asked: JsonAsked[] = [];
    const server = await startJsonServer((request): JsonReply => {
      asked.push(request);
      return { json };
    });
    const config = configSchema.parse({ providers: { mine: { type, base_url: `${server.url}/api/v1`, api_key_env: 'KEY' } } });
    const first = book();
    await first.refresh(config, {});
    await first.flush();
    await server.close();
    const quota = { provider: 'mine', type, fetchedAt: NOW, ...expected };
    const served = type === 'litellm' ? `/api${path}` : path;
    expect([asked.map((request) => [request.path, request.headers.authorization]), await book().known(config)]).toEqual([
      [[served, 'Bearer sk-key']],
      [quota],
    ]);
  });

  it('a ChatGPT account says its windows, plan and credits', async () => {
    const window = (percent: number, seconds: number) => ({
      used_percent: percent,
      limit_window_seconds: seconds,
      reset_at: NOW / 1_000 + 60,
    });
    const usage = {
      plan_type: 'plus',
      rate_limit: { primary_window: window(6, 18_000), secondary_window: window(24, 604_800) },
      credits: { has_credits: true, unlimited: false, balance: 5.39 },
    };
    const rig = await openCodexRig({ usage: () => usage });
    await rig.account.file.write(TOKENS);
    const config = configSchema.parse({ providers: { mine: { type: 'codex' } } });
    const quotas = book();
    await quotas.refresh(config, { codex: rig.account });
    await rig.close();
    expect(await quotas.known(config)).toEqual([
      {
        provider: 'mine',
        type: 'codex',
        plan: 'plus',
        credits: '5.39 left',
        fetchedAt: NOW,
        money: [],
        windows: [
          { title: '5 hours', used: 0.06, length: 5 * HOUR, resetsAt: NOW + 60_000 },
          { title: 'Week', used: 0.24, length: 168 * HOUR, resetsAt: NOW + 60_000 },
        ],
      },
    ]);
  });

  it('one that fails keeps what it said, with the reason, and does not hold the others up', async () => {
    let status = 200;
    const server = await startJsonServer((): JsonReply => ({ status, json: { data: { usage: 1 } } }));
    const config = configSchema.parse({ providers: { mine: { type: 'openrouter', base_url: server.url, api_key_env: 'KEY' } } });
    const quotas = book();
    await quotas.refresh(config, {});
    status = 500;
    await quotas.refresh(config, {});
    await server.close();
    expect(await quotas.known(config)).toMatchObject([{ money: [{ title: 'Key', spent: 1 }], problem: 'it answered with HTTP 500' }]);
  });
});

describe('what answers say', () => {
  const config = configSchema.parse({ providers: { a: { type: 'codex' }, b: { type: 'anthropic' }, c: { type: 'openai' } } });

  it.each([
    [
      'a',
      'codex',
      {
        'x-codex-primary-used-percent': '90',
        'x-codex-primary-window-minutes': '300',
        'x-codex-primary-reset-at': String(NOW / 1_000 + 60),
      },
      [{ title: '5 hours', used: 0.9, length: 5 * HOUR, resetsAt: NOW + 60_000 }],
    ],
    [
      'b',
      'anthropic',
      {
        'anthropic-ratelimit-requests-limit': '50',
        'anthropic-ratelimit-requests-remaining': '5',
        'anthropic-ratelimit-requests-reset': new Date(NOW + 9_000).toISOString(),
      },
      [{ title: 'Requests a minute', used: 0.9, resetsAt: NOW + 9_000 }],
    ],
    [
      'c',
      'openai',
      { 'x-ratelimit-limit-tokens': '1000', 'x-ratelimit-remaining-tokens': '250', 'x-ratelimit-reset-tokens': '6m0s' },
      [{ title: 'Tokens a minute', used: 0.75, resetsAt: NOW + 360_000 }],
    ],
  ] as const)('%s (%s) is read off its headers', async (provider, type, headers, windows) => {
    const quotas = book();
    let heard = 0;
    quotas.listen(() => {
      heard += 1;
    });
    quotas.observer(provider, type)(new Headers(headers));
    quotas.observer(provider, type)(new Headers({ 'content-type': 'text/html' }));
    expect([(await quotas.known(config)).map((quota) => quota.windows), heard]).toEqual([[windows], 1]);
  });

  it('the installed claude reports its windows before each turn', async () => {
    const quotas = book();
    const own = configSchema.parse({ providers: { mine: { type: 'claude_subscription' } } });
    quotas.reported('mine', { status: 'allowed' });
    quotas.reported('mine', {
      subscription_type: 'max',
      rate_limits_available: true,
      rate_limits: {
        five_hour: { utilization: 42, resets_at: new Date(NOW + HOUR).toISOString() },
        model_scoped: [{ display_name: 'Opus', utilization: 7, resets_at: null }],
      },
    });
    expect(await quotas.known(own)).toMatchObject([
      {
        plan: 'max',
        windows: [
          { title: '5 hours', used: 0.42, resetsAt: NOW + HOUR },
          { title: 'Week, Opus', used: 0.07 },
        ],
      },
    ]);
  });
});

it('a damaged file is as none, and is replaced by what comes', async () => {
  await writeFile(join(state, 'quota.json'), '{"a": 1');
  const config = configSchema.parse({ providers: { a: { type: 'codex' } } });
  const quotas = book();
  expect(await quotas.known(config)).toEqual([]);
  quotas.observer('a', 'codex')(new Headers({ 'x-codex-primary-used-percent': '1' }));
  await quotas.flush();
  expect(JSON.parse(await readFile(join(state, 'quota.json'), 'utf8'))).toMatchObject({ a: { windows: [{ used: 0.01 }] } });
});
