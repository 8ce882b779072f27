import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../shared/events.ts';
import { createEngine, createNodePorts } from '../engine.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import { EventRecorder } from '../testing/event-recorder.ts';
import { createGate } from '../testing/gate.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import type { Reply } from '../testing/model-script.ts';

let rig: EngineRig;
afterEach(() => rig.close());

function config(budget: string, price = 'price: { input: 10, output: 0 }, ') {
  return (url: string) => `providers:
  local: { type: openai_compat, base_url: "${url}" }
models:
  definitions:
    priced: { provider: local, id: priced, ${price}retry: { enabled: false } }
  profiles: { default: { default_model: priced } }
budget: { ${budget} }
`;
}

const usage = { prompt_tokens: 100_000, completion_tokens: 10, total_tokens: 100_010 };
/** Each costs one dollar. */
const LS: Reply = { calls: [{ name: 'ls', arguments: { path: '.' } }], usage };
const DONE: Reply = { text: 'Done.', usage };

/** The noon of one day, so that no day ends while a test runs. */
const ports = () => ({ clock: new ManualClock(new Date(2026, 10, 30, 12).getTime()) });

async function prompts(count: number, script: readonly Reply[], settings: string | ((url: string) => string)) {
  rig = await createEngineRig({ script, config: typeof settings === 'string' ? config(settings) : settings, ports: ports() });
  const project = await rig.open();
  const { summary } = value(await project.createSession({}));
  const ends = [];
  for (let turn = 0; turn < count; turn += 1) ends.push(await runPrompt(rig, project, summary.id, 'Look around.'));
  return { stops: ends.map(({ stop }) => stop), words: [ends.at(-1)?.message, ends.at(-1)?.hint], requests: rig.server.requests.length };
}

test('a turn stops before the request that would cross its budget, and the next turn has a new one', async () => {
  const script = [LS, LS, LS, DONE];
  const { stops, requests } = await prompts(2, script, 'per_turn: 2.5');
  expect([stops, requests]).toEqual([['usage_limit', 'complete'], 4]);
});

test('the stop says what was spent and how to go on', async () => {
  const { words, requests } = await prompts(1, [LS, LS, LS], 'per_turn: 2.5');
  expect([requests, ...words]).toEqual([
    2,
    'The budget of $2.50 a turn is reached: $2.00 is spent, and the last request cost $1.00. No further request was sent. Everything done so far is kept.',
    'Raise budget.per_turn in the configuration, or send another prompt, which begins a new turn.',
  ]);
});

test('the budget of a day counts every turn, also after a restart', async () => {
  const { stops, requests, words } = await prompts(3, [DONE, LS, DONE, DONE], 'per_day: 3');
  expect([stops, requests]).toEqual([['complete', 'complete', 'usage_limit'], 3]);
  expect(words[0]).toBe(
    'The budget of $3.00 a day is reached: $3.00 is spent. No further request was sent. Everything done so far is kept.',
  );
  await rig.restart();
  const project = await rig.open();
  const { summary } = value(await project.createSession({}));
  expect((await runPrompt(rig, project, summary.id, 'Again.')).stop).toBe('usage_limit');
  expect(rig.server.requests).toHaveLength(3);
});

test('without a known price nothing is sent, and the stop says that the budget cannot be held', async () => {
  const { stops, words, requests } = await prompts(1, [DONE], config('per_day: 1', ''));
  expect([stops, requests]).toEqual([['usage_limit'], 0]);
  expect(words[0]).toBe('The budget cannot be held, because no price is known for local/priced. No request was sent.');
});

test('a model that is free has a price of nothing and is not stopped', async () => {
  const { stops } = await prompts(1, [LS, DONE], config('per_turn: 0.01, per_day: 0.01', 'price: { input: 0, output: 0 }, '));
  expect(stops).toEqual(['complete']);
});

test('two processes of one home do not spend the money of a day twice', async () => {
  const [asked, answer] = [createGate(), createGate()];
  const pause = () => {
    asked.open();
    return answer.wait;
  };
  rig = await createEngineRig({
    script: [{ text: 'Done.', pause, usage }, DONE],
    config: config('per_day: 0.2'),
    ports: ports(),
  });
  const vars = { PATH: process.env.PATH, HOME: rig.workspace.home, STEINER_HOME: rig.workspace.home };
  const other = createEngine({ ...(await createNodePorts({ vars })), ...ports() });
  const theirs = new EventRecorder<SessionEvent>();
  // Read anew, so much text is taken to cost more than 10 cents.
  const text = 'x'.repeat(24_000);
  try {
    const first = await rig.open();
    const { summary } = value(await first.createSession({}));
    value(await first.command({ type: 'prompt', session: summary.id, text, delivery: 'now' }));
    await asked.wait;
    const second = value(await other.openProject(rig.workspace.path, {}));
    second.listen((upward) => {
      if (upward.type === 'events') for (const { event } of upward.events) theirs.record(event);
    });
    const { id } = value(await second.createSession({})).summary;
    value(await second.command({ type: 'prompt', session: id, text, delivery: 'now' }));
    const refused = await theirs.waitFor((event) => event.type === 'turn.end');
    answer.open();
    await rig.events.waitFor((event) => event.type === 'turn.end');
    const told = expect.stringMatching(/^The budget of \$0\.2000 a day is reached: \$0\.1\d{3} is spent/);
    expect([refused, rig.server.requests.length]).toMatchObject([{ message: told }, 1]);
  } finally {
    await other.close();
  }
});
