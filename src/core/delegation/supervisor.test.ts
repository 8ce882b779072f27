import { afterEach, describe, expect, it } from 'vitest';
import type { CallId, SessionId } from '../../shared/ids.ts';
import { err, ok } from '../../shared/result.ts';
import type { Completion, SideWork } from '../../shared/side-work.ts';
import type { StreamEvent } from '../providers/provider.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { answer, deferred, setupSession } from '../testing/session-rig.ts';
import type { ChildEvent } from '../tools/tool.ts';
import { AGENT_TYPES } from './agent-types.ts';
import { Groups } from './groups.ts';
import { type ChildCall, type ChildRequest, type Parent, Supervisor } from './supervisor.ts';

const [EXPLORE] = AGENT_TYPES;
const PARENT = 'f'.repeat(32) as SessionId;
const PROBLEM = { code: 'session_missing', message: 'The disk is full', hint: 'Free some space.' } as const;

function request(objective: string, more: Partial<ChildRequest> = {}): ChildRequest {
  const brief = { objective, context: 'c', deliverable: 'd', constraints: [], success_criteria: [], checks: [] };
  return { type: EXPLORE, brief, ...more };
}

interface Options {
  readonly blocking?: boolean;
  readonly parallel?: number;
  /** A child that is to fail is not made. */
  readonly fails?: boolean;
}

/** Children that say their task when they are let, under a clock that stands still. */
function setup({ blocking = false, parallel = 2, fails = false }: Options = {}) {
  const clock = new ManualClock();
  const [told, events, begun]: [Completion[], ChildEvent[], SideWork[]] = [[], [], []];
  const gates = new Map<string, ReturnType<typeof deferred>>();
  const gate = (task: string) => {
    const known = gates.get(task) ?? deferred();
    gates.set(task, known);
    return known;
  };
  let ids = 0;
  async function* reply(task: string, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([gate(task).promise, stopped]);
    if (signal.aborted) yield { type: 'end', stop: 'cancelled', blocks: [{ type: 'text', text: `half of ${task}` }] };
    else yield* answer(`did ${task}`);
  }
  const supervisor: Supervisor = new Supervisor({
    clock,
    ids: { hex: () => String(++ids).padStart(32, '0') },
    parallel: () => parallel,
    blocking,
    make: async ({ child, task }) => {
      if (fails) return err(PROBLEM);
      const show = ({ event }: { readonly event: Parameters<Supervisor['see']>[1] }) => supervisor.see(child, event);
      const { session } = setupSession({ script: ({ signal }) => reply(task, signal), deps: { show } });
      return ok({ session, close: () => session.close() });
    },
  });
  const parent: Parent = {
    id: PARENT,
    groups: new Groups(async () => []),
    works: {
      begin: (work) => begun.push(work),
      end: (completion) => told.push(completion),
      known: () => {},
      running: [],
      child: (event) => events.push(event),
    },
  };
  const message = new AbortController();
  const turn = new AbortController();
  let calls = 0;
  const start = (objective: string, more: Partial<ChildRequest> = {}, call: Partial<ChildCall> = {}) => {
    calls += 1;
    const id = `c${calls}` as CallId;
    return supervisor.delegate(request(objective, more), parent, { id, signal: turn.signal, beside: message.signal, ...call });
  };
  const ends = () => events.flatMap((event) => (event.type === 'child.end' ? [event] : []));
  return { supervisor, clock, told, events, begun, gate, start, message, turn, ends };
}

type Rig = ReturnType<typeof setup>;
let rig: Rig;
afterEach(() => rig.supervisor.close(PARENT));

/** Lets everything that can happen without time passing happen. */
async function settle(): Promise<void> {
  for (let tick = 0; tick < 20; tick += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

const titles = (completions: readonly Completion[]) => completions.map(({ title, status }) => `${title} ${status}`);

describe('children beside the conversation', () => {
  it('are acknowledged at once, run as many as may, and are told in the order they end', async () => {
    rig = setup();
    const words = await Promise.all(['a', 'b', 'c'].map((task) => rig.start(task)));
    expect(words.map((word) => word.ok && /runs|waits for a free place/.exec(word.value)?.[0])).toEqual([
      'runs',
      'runs',
      'waits for a free place',
    ]);
    expect(rig.begun.map(({ title, awaited }) => [title, awaited])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ]);
    for (const task of ['b', 'c', 'a']) {
      rig.gate(task).resolve();
      await settle();
    }
    expect(titles(rig.told)).toEqual(['b done', 'c done', 'a done']);
    expect(rig.told.map(({ text }) => text)).toEqual(['did b', 'did c', 'did a']);
    const third = rig.events
      .filter((event) => 'child' in event && event.child.endsWith('3'))
      .map((event) => ('state' in event ? event.state : event.type));
    expect(third.slice(0, 3)).toEqual(['child.start', 'queued', 'running']);
    expect(rig.ends()).toHaveLength(3);
    expect(rig.ends()[0]).toMatchObject({ status: 'done', rounds: 1, spend: { requests: 1, cost: 0, unpriced: 0 } });
  });

  it('beyond twice the limit are refused without a trace', async () => {
    rig = setup({ parallel: 1 });
    await rig.start('a');
    await rig.start('b');
    const before = rig.events.length;
    expect(await rig.start('c')).toEqual({
      ok: false,
      error: expect.stringMatching(/^Nothing was started: 2 children run or wait already/),
    });
    expect([rig.events.length, rig.begun.length]).toEqual([before, 2]);
    rig.gate('a').resolve();
    await settle();
    expect((await rig.start('d')).ok).toBe(true);
  });

  it('of one group are told together, and its name is not joined by a later message', async () => {
    rig = setup({ parallel: 3 });
    await Promise.all([rig.start('a', { group: 'g' }), rig.start('b', { group: 'g' }), rig.start('c')]);
    rig.message.abort();
    rig.gate('b').resolve();
    rig.gate('c').resolve();
    await settle();
    expect(titles(rig.told)).toEqual(['c done']);
    const later = await rig.start('d', { group: 'g' }, { beside: new AbortController().signal });
    expect(later).toEqual({ ok: false, error: expect.stringContaining('belongs to an earlier message') });
    expect(await rig.start('e', { group: 'h' }, { beside: undefined })).toMatchObject({ ok: false });
    rig.gate('a').resolve();
    await settle();
    expect(titles(rig.told)).toEqual(['c done', 'b done', 'a done']);
    expect(rig.begun).toHaveLength(3);
  });

  it('end when a person stops them, whether they run or wait, and not with the turn', async () => {
    rig = setup({ parallel: 1 });
    await rig.start('a');
    await rig.start('b');
    rig.turn.abort();
    await settle();
    expect(rig.told).toEqual([]);
    const waiting = rig.begun[1];
    const last = rig.events.at(-1);
    expect(last?.type).toBe('child.update');
    expect(rig.supervisor.stop(PARENT, last?.type === 'child.update' ? last.child : undefined)).toBe(true);
    await settle();
    expect(titles(rig.told)).toEqual(['b cancelled']);
    expect(rig.told[0]).toMatchObject({ id: waiting?.id, facts: expect.arrayContaining(['Reason: It was stopped before it began.']) });
    expect(rig.supervisor.stop(PARENT, undefined)).toBe(true);
    await settle();
    expect(rig.told[1]).toMatchObject({
      status: 'cancelled',
      text: 'half of a',
      facts: expect.arrayContaining(['Reason: The user stopped it after 0 tool calls.']),
    });
    expect(rig.supervisor.stop(PARENT, undefined)).toBe(false);
  });

  it('end when their time is over, and what they had is partial', async () => {
    rig = setup();
    await rig.start('a', { seconds: 60 });
    await settle();
    await rig.clock.advance(59_999);
    await settle();
    expect(rig.told).toEqual([]);
    await rig.clock.advance(1);
    await settle();
    expect(rig.told).toMatchObject([{ status: 'partial', text: 'half of a' }]);
  });

  it('that cannot be started are told as failed', async () => {
    rig = setup({ fails: true });
    expect((await rig.start('a')).ok).toBe(true);
    await settle();
    expect(rig.told).toMatchObject([
      { status: 'failed', facts: expect.arrayContaining(['Reason: It could not be started. The disk is full. Free some space.']) },
    ]);
  });

  it('end silently with their parent, each with its end in the log', async () => {
    rig = setup({ parallel: 1 });
    await rig.start('a');
    await rig.start('b');
    await settle();
    await rig.supervisor.close(PARENT);
    expect(rig.told).toEqual([]);
    expect(rig.ends().map(({ status, reason }) => [status, reason])).toEqual([
      ['cancelled', 'It was stopped before it began.'],
      ['cancelled', 'Its session was closed after 0 tool calls.'],
    ]);
  });
});

describe('children that their calls wait for', () => {
  it('answer with their last words, or with why there are none', async () => {
    rig = setup({ blocking: true });
    const [done, stopped] = [rig.start('a', { group: 'g' }), rig.start('b')];
    rig.gate('a').resolve();
    expect(await done).toEqual({ ok: true, value: 'did a' });
    rig.turn.abort();
    expect(await stopped).toEqual({
      ok: false,
      error: expect.stringMatching(/cancelled\. It was stopped with the turn that waited for it.*\]\nhalf of b$/s),
    });
    expect([rig.begun, rig.told]).toEqual([[], []]);
  });
});
