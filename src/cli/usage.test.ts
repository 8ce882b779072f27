import { afterEach, expect, test, vi } from 'vitest';
import type { UsageRecord } from '../shared/usage-report.ts';
import { formatMoney } from './format.ts';
import { main } from './main.ts';
import { createFakeEngine, TIME } from './testing/fake-engine.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

function record(rest: Partial<UsageRecord>): UsageRecord {
  const usage = { input: 1_200, output: 30, cacheRead: 1_000, cacheWrite: 0 };
  return {
    time: TIME,
    project: '/p',
    session: 's',
    provider: 'box',
    model: 'big',
    source: 'parent',
    stop: 'complete',
    duration: 5,
    usage,
    ...rest,
  };
}

const RECORDS = [
  record({ cost: 1_234_567_890 }),
  record({ cost: 2_345, model: 'small', project: '/q', source: 'child' }),
  record({ time: TIME + 2 * DAY, model: 'free' }),
];

async function run(args: readonly string[], usage: readonly UsageRecord[], more: Parameters<typeof createFakeEngine>[0] = {}) {
  const terminal = createFakeTerminal({ cwd: '/' });
  const engine = createFakeEngine({ usage, ...more });
  const openRuntime = async () => ({ engine, kill: async () => {}, report: () => '' });
  const code = await main({ args, terminal, installation: { root: '/' }, openRuntime });
  return { code, out: terminal.out(), err: terminal.err() };
}

test('usage is shown by day, model, project and source, and unknown prices are said to be', async () => {
  const { code, out } = await run(['usage'], RECORDS);
  const tokens = '1,200 (1,000 cached) tokens in, 30 out';
  const [first, third] = [TIME, TIME + 2 * DAY].map((time) => new Intl.DateTimeFormat('sv-SE').format(time));
  expect([code, out.split('\n')]).toEqual([
    0,
    [
      'By day',
      `  ${first}  2 requests  $1.23          2,400 (2,000 cached) tokens in, 60 out`,
      `  ${third}  1 request   price unknown  ${tokens}`,
      '',
      'By model',
      `  box/big    1 request  $1.23          ${tokens}`,
      `  box/small  1 request  <$0.0001       ${tokens}`,
      `  box/free   1 request  price unknown  ${tokens}`,
      '',
      'By project',
      '  /p  2 requests  $1.23 and 1 unpriced  2,400 (2,000 cached) tokens in, 60 out',
      `  /q  1 request   <$0.0001              ${tokens}`,
      '',
      'By source',
      '  parent  2 requests  $1.23 and 1 unpriced  2,400 (2,000 cached) tokens in, 60 out',
      `  child   1 request   <$0.0001              ${tokens}`,
      '',
      'Total  3 requests  $1.23 and 1 unpriced  3,600 (3,000 cached) tokens in, 90 out',
      '',
    ],
  ]);
});

test('with --json the report is one object, costs in billionths of a dollar', async () => {
  const { out } = await run(['usage', '--json'], RECORDS);
  const { total, models } = JSON.parse(out);
  expect([total.cost, total.unpriced, models[1].cost]).toEqual([1_234_570_235, 1, 2_345]);
});

test('with --json the forecast that the text prints is in it, in milliseconds', async () => {
  const now = new Date(2026, 0, 5, 12).getTime();
  vi.setSystemTime(now);
  const windows = [
    { title: '5 hours', used: 0.8, length: 5 * HOUR, resetsAt: now + HOUR * 3 },
    { title: 'Week', used: 0.1, length: 7 * DAY, resetsAt: now + DAY },
  ];
  const accounts = [{ provider: 'box', type: 'codex', windows, money: [], fetchedAt: now }];
  const spending = { today: 6_000_000_000, lastHour: 2_000_000_000, perDay: 10_000_000_000 };
  const quota = { ok: true, value: { accounts, spending } } as const;
  const { out } = await run(['usage', '--json'], RECORDS, { quota });
  expect(JSON.parse(out).forecast).toEqual({
    limits: [{ provider: 'box', title: '5 hours', usedUpAt: now + HOUR / 2 }],
    budget: { usedUpAt: now + 2 * HOUR, enoughForToday: false },
  });
  const text = (await run(['usage'], RECORDS, { quota })).out;
  expect(text).toContain('at this pace used up in 30 min');
  expect(text).toMatch(/Budget +at this pace used up in 2 h/);
});

test('where the configuration cannot be read, what was spent is shown, and what is not is said', async () => {
  const problem = { code: 'config_invalid', message: 'config.yaml:1: bugdet: unknown key.', hint: 'Correct it.', safe: '' } as const;
  const { code, out, err } = await run(['usage', '--json'], RECORDS, { quota: { ok: false, error: problem } });
  expect([code, JSON.parse(out).total.requests, err]).toEqual([
    0,
    3,
    'Limits of accounts and budgets are not shown. config.yaml:1: bugdet: unknown key.\nCorrect it.\n',
  ]);
});

test('before the first request it says so', async () => {
  expect(await run(['usage'], [])).toEqual({ code: 0, out: '', err: 'No model requests are recorded yet.\n' });
});

test.each([
  [0, '$0.00'],
  [49_999, '<$0.0001'],
  [50_000, '$0.0001'],
  [999_949_999, '$0.9999'],
  [1_005_000_000, '$1.01'],
  [1_234_567_891_000_000, '$1,234,567.89'],
])('%d billionths of a dollar are %s', (nano, text) => {
  expect(formatMoney(nano)).toBe(text);
});
