import { afterEach, describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionView } from '../../shared/fold-types.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Project } from '../engine.ts';
import { childRequest, childScript, subAgent } from '../testing/child-script.ts';
import { createEngineRig, type EngineRig, type EngineRigOptions, serverConfig, value } from '../testing/engine-rig.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import type { RecordedRequest, Reply } from '../testing/model-script.ts';
import { deferred } from '../testing/session-rig.ts';

let rig: EngineRig;
afterEach(() => rig.close());

const DONE: Reply = { text: 'Done.' };
const WINDOW = { window: true } as const;

interface Opened {
  readonly project: Project;
  readonly id: SessionId;
}

async function setup(options: EngineRigOptions): Promise<Opened> {
  rig = await createEngineRig(options);
  const project = await rig.open(WINDOW);
  return { project, id: value(await project.createSession({})).summary.id };
}

async function say({ project, id }: Opened, text: string): Promise<void> {
  value(await project.command({ type: 'prompt', session: id, text, delivery: 'now' }));
}

/** Waits for the nth event of a type in the session that a person talks to. */
async function nth<T extends SessionEvent['type']>({ id }: Opened, type: T, count = 1): Promise<void> {
  const seen = () => rig.envelopes.items.filter((envelope) => envelope.session === id && envelope.event.type === type).length;
  await rig.envelopes.waitFor(({ session }) => session === id && seen() >= count);
}

async function view({ project, id }: Opened): Promise<SessionView> {
  return fold(emptyView(), value(await project.openSession(id)).events);
}

const parentRequests = () => rig.server.requests.filter((request) => !childRequest(request));
const last = ({ body }: RecordedRequest): string => String(body.messages.at(-1)?.content);

/** Children that answer when they are let. */
function gated() {
  const gates = new Map<string, ReturnType<typeof deferred>>();
  const gate = (task: string) => {
    const known = gates.get(task) ?? deferred();
    gates.set(task, known);
    return known;
  };
  const child = async ({ task }: { readonly task: string }): Promise<Reply> => {
    await gate(task).promise;
    return { text: `${task} answered`, usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } };
  };
  return { child, let: (task: string) => gate(task).resolve() };
}

describe('children beside a conversation', () => {
  it('are acknowledged, and told in the order they end, without a prompt', async () => {
    const { child, let: release } = gated();
    const script = childScript(
      [{ calls: [subAgent('explore', 'A'), subAgent('review', 'B')] }, { text: 'Both run.' }, { text: 'B it is.' }, DONE],
      child,
    );
    const opened = await setup({ script, ports: { clock: new ManualClock(Date.now()) } });
    await say(opened, 'go');
    await nth(opened, 'turn.end');
    expect((await view(opened)).work.map(({ title }) => title)).toEqual(['A', 'B']);
    release('B');
    await nth(opened, 'child.end');
    release('A');
    await nth(opened, 'turn.end', 2);
    expect(parentRequests().map(last)).toEqual([
      expect.stringContaining('go'),
      expect.stringMatching(/^Child \w{8} \(review\) runs\./),
      expect.stringMatching(
        /Result of child \w{8}: done[\s\S]*Task: B[\s\S]*B answered[\s\S]*Result of child \w{8}: done[\s\S]*Task: A[\s\S]*A answered/,
      ),
    ]);
    const shown = await view(opened);
    expect(shown.items.map(({ kind }) => kind)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'child',
      'child',
      'assistant',
      'turn',
      'result',
      'result',
      'assistant',
      'turn',
    ]);
    expect({ input: shown.usage.input, output: shown.usage.output }).toEqual({ input: 200, output: 20 });
  });

  it('go on after a stop, and end when a person says so; what they had waits for the next prompt', async () => {
    const { child, let: release } = gated();
    const opened = await setup({
      script: childScript([{ calls: [subAgent('explore', 'A'), subAgent('explore', 'B')] }, DONE, DONE], child),
    });
    await say(opened, 'go');
    await nth(opened, 'turn.end');
    value(await opened.project.command({ type: 'stop', session: opened.id }));
    release('A');
    await nth(opened, 'child.end');
    const [, b] = (await view(opened)).items.filter((item) => item.kind === 'child');
    expect(b?.state).toBe('running');
    value(await opened.project.command({ type: 'child.stop', session: opened.id }));
    await nth(opened, 'child.end', 2);
    expect(parentRequests()).toHaveLength(2);
    await say(opened, 'what now');
    await nth(opened, 'turn.end', 2);
    expect(parentRequests().map(last).at(-1)).toMatch(
      /done[\s\S]*A answered[\s\S]*cancelled[\s\S]*The user stopped it after 0 tool calls[\s\S]*what now$/,
    );
    const none = await opened.project.command({ type: 'child.stop', session: opened.id, child: b?.id as SessionId });
    expect(none).toMatchObject({ error: { message: 'That child has ended already.' } });
  });

  it('are in the mode that their parent is put into', async () => {
    const { child, let: release } = gated();
    const opened = await setup({ script: childScript([{ calls: [subAgent('sanity_check', 'A')] }, DONE, DONE], child) });
    await say(opened, 'go');
    await rig.envelopes.waitFor(({ session, event }) => session !== opened.id && event.type === 'message.end');
    value(await opened.project.command({ type: 'session.mode', session: opened.id, mode: 'plan' }));
    const update = await rig.envelopes.waitFor(({ session, event }) => session !== opened.id && event.type === 'session.update');
    expect(update.event).toMatchObject({ mode: 'plan' });
    await nth(opened, 'turn.end');
    release('A');
    await nth(opened, 'turn.end', 2);
  });

  it('that ran when the session was closed are told once, quietly, as lost, and their logs can be opened', async () => {
    const { child } = gated();
    const script = childScript([{ calls: [subAgent('explore', 'A')] }, DONE, DONE, DONE], async (asked) =>
      asked.round === 0
        ? { text: 'Looking.', calls: [{ name: 'ls', arguments: {} }], usage: { prompt_tokens: 70, completion_tokens: 5, total_tokens: 75 } }
        : child(asked),
    );
    const opened = await setup({ script });
    await say(opened, 'go');
    await nth(opened, 'turn.end');
    await rig.events.waitFor((event) => event.type === 'child.update' && event.operation === 'ls');
    await rig.restart();
    const again = { project: await rig.open(WINDOW), id: opened.id };
    const shown = await view(again);
    const [card] = shown.items.filter((item) => item.kind === 'child');
    expect(card).toMatchObject({ state: 'cancelled', rounds: 1, usage: { input: 70, output: 5 } });
    expect(shown.untold).toMatchObject([{ status: 'lost', quiet: true }]);
    await say(again, 'and now');
    await nth(again, 'turn.end', 2);
    expect(last(parentRequests().at(-1) as RecordedRequest)).toMatch(/Result of child \w{8}: lost[\s\S]*Its log is kept[\s\S]*and now$/);
    expect((await view(again)).untold).toEqual([]);
    const snapshot = value(await again.project.openSession(card?.id as SessionId));
    const log = fold(emptyView(), snapshot.events);
    expect(snapshot.summary).toMatchObject({ parent: opened.id });
    expect(log.items.map(({ kind }) => kind)).toEqual(['user', 'assistant', 'tool', 'turn']);
    expect(log).toMatchObject({ parent: opened.id, agent: 'explore' });
  });

  it('count in the budget of the turn that started them, and their requests are recorded as theirs', async () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 0, total_tokens: 1_000_000 };
    const config = (url: string) =>
      `${serverConfig(url).replace('id: scripted,', 'id: scripted, price: { input: 1, output: 1 },')}budget: { per_turn: 3.5 }\n`;
    const opened = await setup({
      config,
      script: childScript(
        [
          { calls: [subAgent('explore', 'A')], usage },
          { ...DONE, usage },
          { ...DONE, usage },
        ],
        ({ round }) => (round < 9 ? { calls: [{ name: 'ls', arguments: {} }], usage } : DONE),
      ),
    });
    await say(opened, 'go');
    await nth(opened, 'child.end');
    const end = rig.envelopes.items.find(({ event }) => event.type === 'child.end')?.event;
    expect(end).toMatchObject({
      status: 'failed',
      stop: 'usage_limit',
      reason: expect.stringMatching(/^The budget of \$3\.50 a turn is reached[\s\S]*stop delegating/),
    });
    const report = await rig.engine.usage();
    const spent = Object.fromEntries(report.sources.map(({ key, cost }) => [key, cost]));
    expect(Object.keys(spent).sort()).toEqual(['child', 'parent']);
    expect(report.total.cost).toBe((spent.child ?? 0) + (spent.parent ?? 0));
    expect(report.total.cost).toBeLessThanOrEqual(4_000_000_000);
    expect(end?.type === 'child.end' && end.spend?.cost).toBe(spent.child);
  });

  it('keep every request of the conversation a byte extension of the one before', async () => {
    const { child, let: release } = gated();
    const script = childScript([{ calls: [subAgent('explore', 'A'), subAgent('explore', 'B')] }, DONE, DONE, DONE, DONE], child);
    const opened = await setup({ script, ports: { clock: new ManualClock(Date.now()) } });
    await say(opened, 'one');
    await nth(opened, 'turn.end');
    release('A');
    release('B');
    await nth(opened, 'turn.end', 2);
    await say(opened, 'two');
    await nth(opened, 'turn.end', 3);
    const bodies = parentRequests().map(({ bytes }) => bytes.toString());
    const messages = bodies.map((body) => body.slice(body.indexOf('"messages":['), body.lastIndexOf(']', body.indexOf('"tools"'))));
    expect(messages).toHaveLength(4);
    for (const [index, text] of messages.entries()) expect(text.startsWith(messages[index - 1] ?? '')).toBe(true);
    expect(new Set(bodies.map((body) => body.slice(body.indexOf('"tools"')))).size).toBe(1);
  });
});

describe('how much a session hands out', () => {
  it('is part of its prompt, changes with the next turn and with nothing else, and is no longer so when it is opened again', async () => {
    const opened = await setup({ script: [DONE, DONE, DONE] });
    const system = (index: number) => String(rig.server.requests[index]?.body.messages[0]?.content);
    await say(opened, 'one');
    await nth(opened, 'turn.end');
    const before = value(await opened.project.contextOf(opened.id));
    value(await opened.project.command({ type: 'session.orchestration', session: opened.id, level: 'low' }));
    const after = value(await opened.project.contextOf(opened.id));
    await say(opened, 'two');
    await nth(opened, 'turn.end', 2);
    expect([system(0), system(1)].map((text) => text.includes('# Leading the work'))).toEqual([true, false]);
    for (const index of [0, 1]) expect(system(index)).toContain('# Briefing a child');
    expect([before.orchestration, after.orchestration]).toEqual(['standard', 'low']);
    const size = (report: typeof before) => report.sources.find(({ kind }) => kind === 'delegation')?.bytes ?? 0;
    const rest = (report: typeof before) => report.sources.find(({ kind }) => kind === 'system')?.bytes;
    expect(size(after)).toBeLessThan(size(before));
    expect(size(after)).toBeGreaterThan(500);
    expect(rest(after)).toBe(rest(before));
    await rig.restart();
    const again = { project: await rig.open(WINDOW), id: opened.id };
    await say(again, 'three');
    await nth(again, 'turn.end', 3);
    expect(system(2)).toBe(system(0));
  });

  it('says nothing of children, and has no tool for them, where they are turned off', async () => {
    const opened = await setup({ script: [DONE], config: (url) => `${serverConfig(url)}sub_agent: { enabled: false }\n` });
    await say(opened, 'one');
    await nth(opened, 'turn.end');
    const { body } = parentRequests()[0] as RecordedRequest;
    expect(body.tools?.map((tool) => tool.function.name)).not.toContain('sub_agent');
    expect(String(body.messages[0]?.content)).not.toMatch(/child/i);
    expect(value(await opened.project.contextOf(opened.id)).orchestration).toBeUndefined();
  });

  it('offers research where there is something to search with', async () => {
    const types = async (config: string) => {
      const opened = await setup({ script: [DONE], config: (url) => serverConfig(url) + config });
      await say(opened, 'one');
      await nth(opened, 'turn.end');
      const tool = (parentRequests()[0] as RecordedRequest).body.tools?.find(({ function: { name } }) => name === 'sub_agent');
      return JSON.stringify(tool).includes('research');
    };
    expect(await types('')).toBe(false);
    await rig.close();
    expect(await types('search: { backend: searxng, searxng_url: "https://search.example" }\n')).toBe(true);
  });
});
