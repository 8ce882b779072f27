import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { SessionId } from '../../../shared/ids.ts';
import type { PrefixRow } from '../../../shared/prefix.ts';
import type { Project } from '../../engine.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../../testing/engine-rig.ts';
import type { Answer, RecordedRequest, Reply } from '../../testing/model-script.ts';
import { pricedModels } from '../../testing/priced-models.ts';
import { ScriptedCache } from '../../testing/sent-bodies.ts';

let rig: EngineRig;
afterEach(() => rig.close());

/** One model on each wire; one whose server says nothing of its cache, and one without a price. */
const config = (url: string): string => pricedModels(url, '{ input: 2, output: 1, cache_read: 0.5 }', ['free', 'silent']);

const cache = new ScriptedCache();

/** The answer with the usage that a provider with such a cache would report, in the words of its API. */
function counted(request: RecordedRequest, answer: Answer): Answer {
  const { input, read } = cache.take(request);
  if (request.body.model === 'silent') return { ...answer, usage: { prompt_tokens: input, completion_tokens: 5 } };
  if (request.path.endsWith('/messages')) {
    return {
      ...answer,
      usage: { input_tokens: 0, cache_creation_input_tokens: input - read, cache_read_input_tokens: read, output_tokens: 5 },
    };
  }
  if (request.path.endsWith('/responses')) {
    return { ...answer, usage: { input_tokens: input, input_tokens_details: { cached_tokens: read }, output_tokens: 5 } };
  }
  return { ...answer, usage: { prompt_tokens: input, prompt_tokens_details: { cached_tokens: read }, completion_tokens: 5 } };
}

const LS: Answer = { calls: [{ name: 'ls', arguments: { path: '.' } }] };

/** Replies by turns; what is an answer is counted. */
async function start(replies: readonly Reply[] = []): Promise<Project> {
  cache.forget();
  rig = await createEngineRig({
    config,
    script: (request) => {
      const reply = replies[request.index] ?? { text: `Answer ${request.index}.` };
      return 'status' in reply || 'broken' in reply ? reply : counted(request, reply);
    },
  });
  return rig.open();
}

async function begin(project: Project, model = 'chat'): Promise<SessionId> {
  return value(await project.createSession({ model })).summary.id;
}

async function rowsOf(project: Project, session: SessionId): Promise<readonly PrefixRow[]> {
  return value(await project.prefix.report(session)).rows;
}

function brief(rows: readonly PrefixRow[]): unknown[] {
  return rows.map(({ number, before, cause, loss }) => [number, before, cause.kind, loss.state]);
}

test.each(['chat', 'claude', 'gpt'])(
  'with %s every request of a plain conversation goes on from the one before, and nothing is lost',
  async (model) => {
    const project = await start([LS, {}, LS]);
    const session = await begin(project, model);
    await runPrompt(rig, project, session, 'Look around.');
    value(await project.command({ type: 'session.mode', session, mode: 'plan' }));
    await runPrompt(rig, project, session, 'And plan.');
    const { rows, totals, earlier, unreadable } = value(await project.prefix.report(session));
    expect(brief(rows)).toEqual([
      [1, undefined, 'first', 'none'],
      [2, 1, 'extends', 'none'],
      [3, 2, 'extends', 'none'],
      [4, 3, 'extends', 'none'],
    ]);
    expect([totals, earlier, unreadable]).toEqual([{ requests: 4, breaks: 0, tokens: 0, cost: 0, unpriced: 0, unreported: 0 }, 0, 0]);
    expect(rows.map(({ tokens, cacheRead }) => tokens !== undefined && cacheRead !== undefined)).toEqual([true, true, true, true]);
    expect(rows[3]?.cacheRead).toBe(rows[2]?.tokens);
  },
);

/** What each model is billed above the price of reading, in 1e-9 dollars a token. */
const SURPLUS = { chat: 1_500, claude: 3_450, gpt: 1_125 } as const;

test.each(['chat', 'claude', 'gpt'] as const)(
  'a compaction with %s is found, and what it cost is what the provider read anew',
  async (model) => {
    const project = await start();
    const session = await begin(project, model);
    for (const prompt of ['One.', 'Two.', 'Three.', 'Four.', 'Five.']) await runPrompt(rig, project, session, prompt.repeat(400));
    value(await project.command({ type: 'session.compact', session }));
    await rig.events.waitFor((event) => event.type === 'compaction.end');
    await runPrompt(rig, project, session, 'Six.');
    const rows = await rowsOf(project, session);
    expect(rows.map(({ source, cause }) => [source, cause.kind]).slice(4)).toEqual([
      ['parent', 'extends'],
      ['compaction', 'extends'],
      ['parent', 'compaction'],
    ]);
    const after = rows[6];
    const anew = (after?.tokens ?? 0) - (after?.cacheRead ?? 0);
    expect(anew).toBeGreaterThan(1_000);
    expect(after?.loss).toEqual({ state: 'known', tokens: anew, unread: 0, cost: anew * SURPLUS[model] });
    const pair = value(await project.prefix.pair(session, 5, 7));
    expect(pair.place).toEqual({ part: 'message', message: 2, role: 'user' });
    expect(pair.bytes?.was.startsWith('One.One.')).toBe(true);
    expect(pair.bytes?.is).not.toContain('One.');
  },
);

test('a switch of the model begins anew there, and going back goes on', async () => {
  const project = await start();
  const session = await begin(project);
  await runPrompt(rig, project, session, 'One.');
  value(await project.command({ type: 'session.model', session, model: 'claude' }));
  await runPrompt(rig, project, session, 'Two.');
  value(await project.command({ type: 'session.model', session, model: 'chat' }));
  await runPrompt(rig, project, session, 'Three.');
  const rows = await rowsOf(project, session);
  expect(brief(rows)).toEqual([
    [1, undefined, 'first', 'none'],
    [2, undefined, 'new_model', 'none'],
    [3, 1, 'extends', 'none'],
  ]);
  expect(rows[1]?.cause).toEqual({ kind: 'new_model', was: 'local/chat' });
  const pair = value(await project.prefix.pair(session, 2, 1));
  expect([pair.a.number, pair.b.number, pair.cause]).toEqual([1, 2, { kind: 'other_model' }]);
});

test('another effort is told by name, with the bytes of the parameter', async () => {
  const project = await start();
  const session = await begin(project, 'gpt#low');
  await runPrompt(rig, project, session, 'One.');
  value(await project.command({ type: 'session.model', session, model: 'gpt#high' }));
  cache.forget();
  await runPrompt(rig, project, session, 'Two.');
  const [first, second] = await rowsOf(project, session);
  expect([second?.place, second?.cause]).toEqual([{ part: 'params' }, { kind: 'effort', was: 'low', is: 'high' }]);
  expect(second?.loss).toMatchObject({ state: 'known', tokens: first?.tokens });
  const { bytes } = value(await project.prefix.pair(session, 1, 2));
  expect([bytes?.lead.endsWith('"effort":"'), bytes?.was.startsWith('low"'), bytes?.is.startsWith('high"')]).toEqual([true, true, true]);
});

test('after a restart nothing differs; instructions that were changed meanwhile are shown byte by byte', async () => {
  let project = await start();
  await rig.workspace.write({ 'AGENTS.md': `Be careful.\n${'Rule. '.repeat(2_000)}` });
  const session = await begin(project);
  await runPrompt(rig, project, session, 'One.');
  await rig.restart();
  project = await rig.open();
  await runPrompt(rig, project, session, 'Two.');
  await rig.restart();
  await rig.workspace.write({ 'AGENTS.md': `Be cautious.\n${'Rule. '.repeat(2_000)}` });
  project = await rig.open();
  await runPrompt(rig, project, session, 'Three.');
  const rows = await rowsOf(project, session);
  expect(rows.map(({ cause }) => cause)).toEqual([{ kind: 'first' }, { kind: 'extends' }, { kind: 'context', reopened: true }]);
  expect(rows[2]?.loss).toMatchObject({ state: 'known', tokens: (rows[1]?.tokens ?? 0) - (rows[2]?.cacheRead ?? 0) });
  const pair = value(await project.prefix.pair(session, 2, 3));
  expect([pair.place, pair.bytes?.lead.endsWith('Be ca'), pair.bytes?.was.slice(0, 5), pair.bytes?.is.slice(0, 5)]).toEqual([
    { part: 'message', message: 1, role: 'user' },
    true,
    'reful',
    'utiou',
  ]);
});

test('what differs in nothing and was not read is a loss all the same', async () => {
  const project = await start();
  const session = await begin(project, 'claude');
  await runPrompt(rig, project, session, 'One.');
  cache.forget();
  await runPrompt(rig, project, session, 'Two.');
  const [first, second] = await rowsOf(project, session);
  const tokens = first?.tokens ?? 0;
  expect([second?.place, second?.cause, second?.loss]).toEqual([
    undefined,
    { kind: 'not_read' },
    { state: 'known', tokens, unread: tokens, cost: tokens * SURPLUS.claude },
  ]);
});

test('a price that is not known is not told as none, and a provider that says nothing of its cache is left out', async () => {
  const project = await start();
  const session = await begin(project, 'free');
  for (const prompt of ['One.', 'Two.']) {
    cache.forget();
    await runPrompt(rig, project, session, prompt);
  }
  const free = value(await project.prefix.report(session));
  expect(free.rows[1]?.loss).not.toHaveProperty('cost');
  expect([free.totals.unpriced, free.totals.tokens]).toEqual([1, free.rows[0]?.tokens]);
  const other = await begin(project, 'silent');
  for (const prompt of ['One.', 'Two.']) await runPrompt(rig, project, other, prompt);
  const silent = value(await project.prefix.report(other));
  expect([silent.rows.map(({ loss }) => loss.state), silent.totals.unreported, silent.totals.tokens]).toEqual([
    ['none', 'unreported'],
    1,
    0,
  ]);
});

test('an attempt that is tried again is a request of its own', async () => {
  const overloaded: Reply = { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } };
  const project = await start([{}, overloaded]);
  const session = await begin(project);
  await runPrompt(rig, project, session, 'One.');
  await runPrompt(rig, project, session, 'Two.');
  const rows = await rowsOf(project, session);
  expect(rows.map(({ state, retry, before, cause }) => [state, retry, before, cause.kind])).toEqual([
    ['answered', false, undefined, 'first'],
    ['failed', false, 1, 'extends'],
    ['answered', true, 1, 'extends'],
  ]);
});

test('after a rewind a request goes on from what was sent before the turn that is hidden', async () => {
  const project = await start();
  const session = await begin(project);
  for (const prompt of ['One.', 'Two.']) await runPrompt(rig, project, session, prompt);
  const turn = rig.events.items.findLast((event) => event.type === 'turn.start')?.turn;
  if (turn === undefined) throw new Error('no turn');
  value(await project.rewinds.rewind(session, { turn, files: false, chat: true }));
  await runPrompt(rig, project, session, 'Two, put another way.');
  expect(brief(await rowsOf(project, session))).toEqual([
    [1, undefined, 'first', 'none'],
    [2, 1, 'extends', 'none'],
    [3, 1, 'extends', 'none'],
  ]);
  expect(value(await project.prefix.pair(session, 2, 3)).cause).toEqual({ kind: 'rewind' });
});

test('a fork goes on from the requests of the session it came from', async () => {
  const project = await start();
  const session = await begin(project);
  for (const prompt of ['One.', 'Two.']) await runPrompt(rig, project, session, prompt);
  const fork = value(await project.library.fork(session));
  await runPrompt(rig, project, session, 'Three, there.');
  await runPrompt(rig, project, fork, 'Three, here.');
  const { rows, totals } = value(await project.prefix.report(fork));
  expect(rows.map(({ number, inherited, before, cause, loss }) => [number, inherited, before, cause.kind, loss.state])).toEqual([
    [1, true, undefined, 'first', 'none'],
    [2, true, 1, 'extends', 'none'],
    [3, false, 2, 'extends', 'none'],
  ]);
  expect(totals.requests).toBe(1);
});

test('a fork at a prompt goes on from the request before it, whatever was said there since', async () => {
  const project = await start();
  const session = await begin(project);
  for (const prompt of ['One.', 'Two.', 'Three.']) await runPrompt(rig, project, session, prompt);
  const second = rig.events.items
    .filter((event) => event.type === 'message.end')
    .find(({ message }) => message.role === 'user' && message.text === 'Two.');
  const fork = value(await project.library.fork(session, second?.message.id));
  await runPrompt(rig, project, fork, 'Two, put another way.');
  const rows = await rowsOf(project, fork);
  expect(rows.map(({ number, inherited, before, cause }) => [number, inherited, before, cause.kind]).slice(2)).toEqual([
    [3, true, 2, 'extends'],
    [4, false, 1, 'extends'],
  ]);
});

test('the record grows with what is new only, and holds no text of the conversation', async () => {
  const project = await start();
  const session = await begin(project);
  for (let turn = 0; turn < 30; turn += 1) await runPrompt(rig, project, session, `Prompt ${turn}, with a secret-${turn} in it.`);
  await rig.engine.close();
  const folder = join(rig.workspace.home, 'state', 'sessions');
  const file = (await readdir(folder, { recursive: true })).find((name) => name.endsWith('requests.jsonl')) ?? '';
  const lines = (await readFile(join(folder, file), 'utf8')).trim().split('\n');
  const sent = lines.filter((line) => line.startsWith('{"sent"'));
  expect(sent.length).toBe(30);
  expect((sent[29]?.length ?? 0) - (sent[1]?.length ?? 0)).toBeLessThan(20);
  expect(lines.join('')).not.toContain('secret-');
});

test('two requests are needed to compare', async () => {
  const project = await start();
  const session = await begin(project);
  expect(value(await project.prefix.report(session))).toEqual({
    rows: [],
    earlier: 0,
    totals: { requests: 0, breaks: 0, tokens: 0, cost: 0, unpriced: 0, unreported: 0 },
    unreadable: 0,
  });
  const refused = await project.prefix.pair(session, 1, 2);
  expect(refused.ok ? '' : refused.error.message).toBe('There are no two requests to compare.');
});
