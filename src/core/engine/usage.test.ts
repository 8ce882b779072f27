import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import type { Reply } from '../testing/model-script.ts';
import { pricedModels } from '../testing/priced-models.ts';

let rig: EngineRig;
afterEach(() => rig.close());

/** One model on each wire, with odd prices, and one without a price. */
const config = (url: string): string => pricedModels(url, '{ input: 0.27, output: 1.1, cache_read: 0.07 }');

const LS: Reply = { calls: [{ name: 'ls', arguments: { path: '.' } }] };
const claude = (input: number, created: number, read: number, output: number) => ({
  usage: { input_tokens: input, cache_creation_input_tokens: created, cache_read_input_tokens: read, output_tokens: output },
});
const gpt = (input: number, cached: number, output: number) => ({
  usage: { input_tokens: input, input_tokens_details: { cached_tokens: cached }, output_tokens: output },
});
const chat = (input: number, cached: number, output: number) => ({
  usage: { prompt_tokens: input, prompt_cache_hit_tokens: cached, completion_tokens: output },
});

/** Requests of three sessions in the order they come, with what each costs in 1e-9 dollars. */
const RECORDED: readonly (readonly [Reply, number | null])[] = [
  [{ ...LS, ...claude(1_201, 13_337, 0, 97) }, 1_201 * 3_000 + 13_337 * 3_750 + 97 * 15_000],
  // Broken off after its start was counted, and asked for again: the provider bills both.
  [{ text: ['Half', ' of it'], cutAfter: 4, ...claude(33, 410, 13_337, 1) }, 33 * 3_000 + 410 * 3_750 + 13_337 * 300 + 1 * 15_000],
  // Refused before anything was counted: nothing to record.
  [{ status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } }, null],
  [{ text: 'Done.', ...claude(33, 0, 13_747, 211) }, 33 * 3_000 + 13_747 * 300 + 211 * 15_000],
  [{ thinking: ['hm'], ...LS, ...gpt(9_973, 0, 61) }, 9_973 * 1_250 + 61 * 10_000],
  [{ text: 'Done.', ...gpt(10_301, 9_728, 333) }, 573 * 1_250 + 9_728 * 125 + 333 * 10_000],
  [{ text: 'Done.', ...chat(777, 512, 19) }, 265 * 270 + 512 * 70 + 19 * 1_100],
];

test('what was recorded through sessions, wires, cache tiers and retries adds up to the billionth of a dollar', async () => {
  const script = [...RECORDED.map(([reply]) => reply), { text: 'Free.', ...chat(50, 0, 5) } as Reply];
  rig = await createEngineRig({ script, config });
  const project = await rig.open();
  const turns = [];
  for (const model of ['claude', 'gpt', 'chat', 'free']) {
    const { summary } = value(await project.createSession({ model }));
    turns.push(await runPrompt(rig, project, summary.id, 'Look around.'));
  }
  const { total, models, projects, sources, days, unreadable } = await rig.engine.usage();
  const costs = RECORDED.flatMap(([, cost]) => (cost === null ? [] : [cost]));
  const sum = costs.reduce((all, cost) => all + cost, 0);
  expect([total.requests, total.cost, total.unpriced, unreadable]).toEqual([7, sum, 1, 0]);
  expect(models.map(({ key, requests, cost, unpriced }) => [key, requests, cost, unpriced])).toEqual([
    ['local/claude', 3, costs.slice(0, 3).reduce((all, cost) => all + cost, 0), 0],
    ['local/gpt', 2, costs.slice(3, 5).reduce((all, cost) => all + cost, 0), 0],
    ['local/chat', 1, costs[5], 0],
    ['local/free', 1, 0, 1],
  ]);
  for (const rows of [models, projects, sources, days]) {
    expect(rows.reduce((all, row) => all + row.cost, 0)).toBe(sum);
  }
  const told = turns.map(({ usage }) => usage.input + usage.output).reduce((all, tokens) => all + tokens, 0);
  expect(told).toBe(total.usage.input + total.usage.output);
});

test('the records are lines in the state folder, one per request, and survive a restart', async () => {
  rig = await createEngineRig({ script: [{ text: 'Hi.', ...claude(10, 0, 5, 2) }], config });
  const project = await rig.open();
  const { summary } = value(await project.createSession({}));
  await runPrompt(rig, project, summary.id, 'Hi');
  await rig.restart();
  const folder = join(rig.workspace.home, 'state', 'usage');
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  const lines = (await readFile(join(folder, file), 'utf8')).trim().split('\n');
  const { time, duration, firstToken, ...rest } = JSON.parse(lines[0] ?? '');
  expect([file, lines.length, rest]).toEqual([
    `${new Date(time).toISOString().slice(0, 7)}.jsonl`,
    1,
    {
      project: rig.workspace.path,
      session: summary.id,
      provider: 'local',
      model: 'claude',
      source: 'parent',
      stop: 'complete',
      usage: { input: 15, output: 2, cacheRead: 5, cacheWrite: 0 },
      cost: 10 * 3_000 + 5 * 300 + 2 * 15_000,
    },
  ]);
  expect(firstToken <= duration).toBe(true);
  expect((await rig.engine.usage()).total.requests).toBe(1);
});

test('a script is no model: the demo is not recorded', async () => {
  rig = await createEngineRig({ config: () => 'models: { profiles: { default: { default_model: demo/fix-the-test } } }\n' });
  const project = await rig.open();
  const { summary } = value(await project.createSession({}));
  await runPrompt(rig, project, summary.id, 'Hi');
  expect((await rig.engine.usage()).total.requests).toBe(0);
});

test('what OpenRouter says a request cost is what is recorded, unless the configuration has a price', async () => {
  const usage = { prompt_tokens: 100, completion_tokens: 5, cost: 0.00123 };
  rig = await createEngineRig({
    script: [
      { text: 'one', usage },
      { text: 'two', usage },
    ],
    config: (url) => `providers:
  router: { type: openrouter, base_url: "${url}", api_key: sk-test-key }
models:
  definitions:
    told: { provider: router, id: lab/some-model }
    own: { provider: router, id: lab/some-model, price: { input: 10, output: 0 } }
  profiles: { default: { default_model: told } }
`,
  });
  const project = await rig.open();
  for (const model of ['told', 'own']) {
    const { summary } = value(await project.createSession({ model }));
    await runPrompt(rig, project, summary.id, 'hi');
  }
  expect((await rig.engine.usage()).total).toMatchObject({ requests: 2, cost: 1_230_000 + 1_000_000, unpriced: 0 });
});

test('a stopped turn counts what was counted by then, a limit counts nothing, and parallel sessions add up', async () => {
  const held = new Promise<void>(() => {});
  const pause = (frame: number) => (frame === 4 ? held : undefined);
  const script = (request: { readonly body: { readonly model?: unknown; readonly messages?: readonly unknown[] } }): Reply => {
    const text = JSON.stringify(request.body);
    if (text.includes('Stop me')) return { text: ['Half', ' of it'], pause, ...claude(700, 0, 50, 1) };
    if (text.includes('Limit me')) return { status: 429, body: { error: { type: 'usage_limit_reached', message: 'all used' } } };
    return request.body.model === 'gpt' ? { text: 'Done.', ...gpt(1_000, 0, 10) } : { text: 'Done.', ...chat(100, 0, 7) };
  };
  rig = await createEngineRig({ script, config });
  const project = await rig.open();
  const session = async (model: string) => value(await project.createSession({ model })).summary.id;
  const [stopped, limited, gptSession] = [await session('claude'), await session('chat'), await session('gpt')];
  const ends = () => rig.events.items.filter((event) => event.type === 'turn.end');
  for (const [id, text] of [
    [limited, 'Limit me'],
    [gptSession, 'Count me'],
    [stopped, 'Stop me'],
  ] as const) {
    value(await project.command({ type: 'prompt', session: id, text, delivery: 'now' }));
  }
  await rig.events.waitFor((event) => event.type === 'message.update' && event.text.includes('Half'));
  value(await project.command({ type: 'stop', session: stopped }));
  await rig.events.waitFor(() => ends().length === 3);
  const { total, models } = await rig.engine.usage();
  const half = 700 * 3_000 + 50 * 300 + 1 * 15_000;
  const whole = 1_000 * 1_250 + 10 * 10_000;
  expect([total.requests, total.cost, models.map(({ key, cost }) => [key, cost])]).toEqual([
    2,
    half + whole,
    [
      ['local/claude', half],
      ['local/gpt', whole],
    ],
  ]);
});
