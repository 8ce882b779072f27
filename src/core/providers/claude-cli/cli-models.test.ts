import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { leftOf, processesOf } from '../../testing/processes-of.ts';
import { createDiscovery } from '../listing/discovery.ts';
import { createModels } from '../models.ts';
import { createQuotaBook } from '../quota/quota-book.ts';
import { cliModels } from './cli-models.ts';
import { type Behaviour, GOOD, initialized } from './testing/behaviour.ts';
import { type ClaudeRig, installFakeClaude, openClaudeRig } from './testing/claude-rig.ts';

const EFFORTS = { supportsEffort: true, supportedEffortLevels: ['low', 'medium', 'high'] };
const MODELS = [
  { value: 'default', resolvedModel: 'claude-sonnet-5-5', displayName: 'Default (recommended)', description: 'Sonnet 5.5', ...EFFORTS },
  { value: 'opus', resolvedModel: 'claude-opus-5-5', displayName: 'Opus', description: 'Opus 5.5', ...EFFORTS },
  { value: 'sonnet', resolvedModel: 'claude-sonnet-5-5', displayName: 'Sonnet', description: 'Sonnet 5.5', ...EFFORTS },
  { value: 'claude-sonnet-5-5', resolvedModel: 'claude-sonnet-5-5', displayName: 'Sonnet 5.5', description: 'The same', ...EFFORTS },
  { value: 'sonnet[1m]', resolvedModel: 'claude-sonnet-5-5[1m]', displayName: 'Sonnet (1M)', description: '', ...EFFORTS },
  { value: 'haiku', resolvedModel: 'claude-haiku-5-5', displayName: 'Haiku', description: '', supportsEffort: false },
  { value: 'claude-old', displayName: 'Old', description: '' },
  { displayName: 'Nameless' },
];
const LISTED: Behaviour = { ...GOOD, initialized: initialized(MODELS) };

let installed: string;
let rig: ClaudeRig;
let clock: ManualClock;
beforeAll(async () => {
  installed = await installFakeClaude();
});
afterAll(() => rm(installed, { recursive: true, force: true, maxRetries: 10 }));
beforeEach(async () => {
  clock = new ManualClock();
  rig = await openClaudeRig(installed, clock);
});
afterEach(() => rig.close());

const CONFIG = configSchema.parse({ providers: { mine: { type: 'claude_subscription' } } });

function open() {
  const sources = { ...rig.ports, claude: rig.claude };
  const discovery = createDiscovery(CONFIG, sources);
  return { discovery, models: createModels(CONFIG, sources, discovery) };
}

async function offered({ models }: ReturnType<typeof open>): Promise<readonly string[]> {
  return (await models.list()).filter(({ provider }) => provider === 'mine').map(({ ref }) => ref);
}

const subtypes = async () =>
  (await rig.noted('lines.jsonl')).map(({ type, request }) => (request as { subtype?: string })?.subtype ?? type);

it('of several names for a model the first counts, and what the program takes by itself is none of them', () => {
  expect(cliModels(initialized(MODELS))).toEqual([
    { id: 'opus', name: 'Opus', resolved: 'claude-opus-5-5', efforts: ['none', 'low', 'medium', 'high'] },
    { id: 'sonnet', name: 'Sonnet', resolved: 'claude-sonnet-5-5', efforts: ['none', 'low', 'medium', 'high'] },
    { id: 'sonnet[1m]', name: 'Sonnet (1M)', resolved: 'claude-sonnet-5-5[1m]', efforts: ['none', 'low', 'medium', 'high'] },
    { id: 'haiku', name: 'Haiku', resolved: 'claude-haiku-5-5', efforts: ['none'] },
    { id: 'claude-old', name: 'Old' },
  ]);
  expect([cliModels({}), cliModels(initialized([])), cliModels(initialized([{ value: 'default' }]))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe('the list of a subscription', () => {
  it('is what the program says, asked without a word to a model, and is kept for a week like any other', async () => {
    await rig.behave({ ...LISTED, child: true });
    const before = open();
    const usual = await offered(before);
    const refreshed = await before.discovery.refresh();
    const [{ args, env } = { args: [], env: [] }] = (await rig.noted('starts.jsonl')) as { args: string[]; env: string[] }[];
    expect([usual, refreshed.providers, await subtypes(), await leftOf(rig.home)]).toEqual([
      ['mine/haiku', 'mine/opus', 'mine/sonnet'],
      [{ provider: 'mine', type: 'claude_subscription', state: 'fresh', models: 5, fetchedAt: clock.now() }],
      ['initialize'],
      [],
    ]);
    expect([
      args.includes('--model'),
      args.includes('--no-session-persistence'),
      env.filter((name) => /ANTHROPIC|BEDROCK/.test(name)),
    ]).toEqual([false, true, []]);
    const later = open();
    expect([await offered(later), await later.discovery.refreshStale()]).toEqual([
      ['mine/claude-old', 'mine/haiku', 'mine/opus', 'mine/sonnet', 'mine/sonnet[1m]'],
      false,
    ]);
    await clock.advance(7 * 24 * 3_600_000);
    expect([(await open().discovery.listings()).providers[0]?.state, (await rig.noted('starts.jsonl')).length]).toEqual(['stale', 1]);
  });

  it('says what a model takes, whether it is asked for by its name or by what that stands for', async () => {
    await rig.behave(LISTED);
    const { discovery, models } = open();
    const unknown = await models.inspect('mine/sonnet[1m]');
    await discovery.refresh();
    const facts = await Promise.all(['mine/sonnet', 'mine/claude-sonnet-5-5', 'mine/sonnet[1m]'].map((ref) => models.inspect(ref)));
    expect(
      facts.map((one) => one.ok && [one.value.name, one.value.facts.contextWindow.value, one.value.facts.efforts.value?.at(-1)]),
    ).toEqual([
      ['Sonnet', 200_000, 'high'],
      ['Sonnet', 200_000, 'high'],
      ['Sonnet (1M)', 1_000_000, 'high'],
    ]);
    expect([unknown.ok && unknown.value.facts.contextWindow.value, await models.resolve('mine/haiku#high')]).toEqual([
      1_000_000,
      { ok: false, error: expect.objectContaining({ message: 'The model of "mine/haiku#high" takes no effort "high".' }) },
    ]);
  });
});

describe('a program that does not say', () => {
  it.each<[string, Behaviour, string]>([
    ['ends', { ...GOOD, initialized: 'exit' }, 'The `claude` program did not answer: the program ended: it broke.'],
    ['refuses', { ...GOOD, initialized: 'refuse' }, 'The `claude` program did not answer: not on this plan.'],
    ['names none', GOOD, 'The `claude` program does not say which models it has.'],
    ['is signed out', { auth: { loggedIn: false } }, 'The `claude` program is not signed in.'],
  ])('%s: its usual names stand in, and nothing is left running', async (_, behaviour, why) => {
    await rig.behave({ ...behaviour, child: true });
    const opened = open();
    const { providers } = await opened.discovery.refresh();
    expect([providers[0]?.state, providers[0]?.problem?.message, await offered(opened), await leftOf(rig.home)]).toEqual([
      'missing',
      `mine did not list its models: ${why}`,
      ['mine/haiku', 'mine/opus', 'mine/sonnet'],
      [],
    ]);
  });

  it('keeps what it listed before', async () => {
    await rig.behave(LISTED);
    const opened = open();
    await opened.discovery.refresh();
    await rig.behave({ ...GOOD, initialized: 'exit' });
    const { providers } = await opened.discovery.refresh();
    expect([providers[0]?.models, providers[0]?.problem?.safe, (await offered(opened)).length]).toEqual([
      5,
      'The models listed before are kept.',
      5,
    ]);
  });

  it.each<[string, Behaviour, () => Promise<boolean>]>([
    ['who is signed in', { ...LISTED, silent: 'auth' }, async () => processesOf(rig.home).some(({ line }) => line.includes('\0auth\0'))],
    ['what it can do', { ...LISTED, initialized: 'hang' }, async () => (await subtypes()).length > 0],
  ])('%s is ended after twelve seconds, with all it started', async (_, behaviour, asked) => {
    await rig.behave({ ...behaviour, child: true });
    const listed = rig.claude.models();
    await expect.poll(asked).toBe(true);
    await clock.advance(12_000);
    expect([await listed, await leftOf(rig.home)]).toEqual([
      {
        ok: false,
        error: {
          code: 'provider_unreachable',
          message: 'The `claude` program did not answer: no answer came in time.',
          hint: 'Run `claude` in a terminal to see what it says, and try again.',
          safe: 'Nothing was sent, and nothing of the conversation is lost.',
        },
      },
      [],
    ]);
  });

  it('is ended at once when Steiner closes', async () => {
    await rig.behave({ ...LISTED, initialized: 'hang', child: true });
    const listed = rig.claude.models();
    await expect.poll(async () => (await subtypes()).length).toBe(1);
    rig.claude.close();
    const answer = await listed;
    expect([answer.ok ? '' : answer.error.message, await leftOf(rig.home)]).toEqual([
      'The `claude` program did not answer: it was stopped.',
      [],
    ]);
  });
});

it('says how much of its limits is used when it is asked, and keeps that when it cannot say', async () => {
  await rig.behave({ ...LISTED, child: true });
  const book = createQuotaBook(rig.ports);
  await book.refresh(CONFIG, { claude: rig.claude });
  const asked = [await book.known(CONFIG), await subtypes(), await leftOf(rig.home)];
  await rig.behave({ auth: { loggedIn: false } });
  await book.refresh(CONFIG, { claude: rig.claude });
  const windows = [
    { title: '5 hours', used: 0.42 },
    { title: 'Week', used: 0.2 },
  ];
  expect([...asked, await book.known(CONFIG)]).toMatchObject([
    [{ provider: 'mine', plan: 'max', windows }],
    ['initialize', 'get_usage'],
    [],
    [{ windows, problem: 'The `claude` program is not signed in.' }],
  ]);
  await book.flush();
});
