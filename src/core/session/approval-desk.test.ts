import { expect, test } from 'vitest';
import type { Approval, ApprovalDecision, ApprovalRule, AuditEntry } from '../../shared/approvals.ts';
import type { SessionEvent } from '../../shared/events.ts';
import { callIdSchema } from '../../shared/ids.ts';
import { err, ok } from '../../shared/result.ts';
import { EventRecorder } from '../testing/event-recorder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { FULL, ID } from '../testing/session-rig.ts';
import { type ApprovalDeskOptions, createApprovalDesk } from './approval-desk.ts';
import { ApprovalLine } from './approval-line.ts';

const CALL = callIdSchema.parse('c1');
const NPM: ApprovalRule = { id: 'r1', kind: 'command', access: 'run', pattern: 'npm test *', created: '' };

function question(subject: string, rest: Partial<Approval> = {}) {
  return { kind: 'command', tool: 'bash', subject, access: 'run', reason: 'r', preview: '', permanent: '', ...rest } as const;
}

function setup(rules: readonly ApprovalRule[] = [], rest: Partial<ApprovalDeskOptions> = {}) {
  const events = new EventRecorder<SessionEvent>();
  const clock = new ManualClock();
  const recorded: Omit<AuditEntry, 'project'>[] = [];
  const kept = [...rules];
  let id = 0;
  const desk = createApprovalDesk({
    session: ID,
    ids: { hex: () => `${++id}` },
    clock,
    emit: events.record,
    approvals: 'person',
    book: {
      home: '/home/ana',
      rules: async () => ok(kept),
      add: async (draft) => {
        const rule = { id: 'r9', ...draft, created: '' };
        kept.push(rule);
        return ok(rule);
      },
      record: (entry) => void recorded.push(entry),
    },
    ...rest,
  });
  const stop = new AbortController();
  const ask = (subject: string, more?: Partial<Approval>) => desk.ask(CALL, question(subject, more), stop.signal);
  async function asked(subject: string): Promise<Approval> {
    const found = await events.waitFor((event) => event.type === 'approval.start' && event.approval.subject === subject);
    if (found.type !== 'approval.start') throw new Error('no question');
    return found.approval;
  }
  const answer = async (subject: string, decision: ApprovalDecision) => desk.answer((await asked(subject)).id, decision);
  const shown = () => events.items.flatMap((event) => (event.type === 'approval.start' ? [event.approval.subject] : []));
  return { desk, events, clock, recorded, stop, ask, asked, answer, shown };
}

test('asks one after the other, and an answer for the session settles those behind it', async () => {
  const { ask, answer, shown, recorded } = setup();
  const path = { kind: 'path', access: 'write' } as const;
  const all = Promise.all([ask('/srv/a', path), ask('/srv/a/b', path), ask('/srv/b', path)]);
  await answer('/srv/a', { type: 'allow_session' });
  await answer('/srv/b', { type: 'deny', reason: 'no' });
  expect(await all).toEqual([{ type: 'allow_session' }, { type: 'allow_once' }, { type: 'deny', reason: 'no' }]);
  expect(shown()).toEqual(['/srv/a', '/srv/b']);
  expect(recorded.map(({ subject, decision, source, rule }) => [subject, decision, source, rule])).toEqual([
    ['/srv/a', 'allow_session', 'person', undefined],
    ['/srv/a/b', 'allow_once', 'rule', 'session'],
    ['/srv/b', 'deny', 'person', undefined],
  ]);
});

test.each(['before it asks', 'while it waits behind another'])(
  'a call that is stopped %s is denied at once, and nobody is asked',
  async (when) => {
    const line = new ApprovalLine();
    const [one, other] = [setup([], { line }), setup([], { line })];
    const first = one.ask('first');
    await one.asked('first');
    if (when === 'before it asks') other.stop.abort();
    const second = other.ask('second');
    other.stop.abort();
    expect(await second).toMatchObject({ type: 'deny' });
    expect([one.shown(), other.shown()]).toEqual([['first'], []]);
    await one.answer('first', { type: 'allow_once' });
    expect(await first).toEqual({ type: 'allow_once' });
    expect(other.events.items).toEqual([]);
  },
);

test('what a rule covers is not asked, and the end of it says which rule it was', async () => {
  const { ask, events, shown } = setup([NPM]);
  expect(await ask('npm test -- a')).toEqual({ type: 'allow_once' });
  expect(shown()).toEqual([]);
  expect(events.items).toMatchObject([
    { type: 'approval.end', source: 'rule', rule: { id: 'r1', pattern: 'npm test *' }, question: { subject: 'npm test -- a' } },
  ]);
});

test('a question says which rules were looked at, and offers one to make', async () => {
  const { ask, asked, stop } = setup([NPM]);
  const waiting = ask('git status');
  expect(await asked('git status')).toMatchObject({ considered: ['npm test *'], suggestion: 'git status *' });
  stop.abort();
  await waiting;
});

test('allowed for the project makes the rule first and then lets the call go on', async () => {
  const { ask, answer, shown, recorded } = setup();
  const first = ask('npm test a');
  expect(await answer('npm test a', { type: 'allow_project', pattern: 'make *' })).toMatchObject({
    ok: false,
    error: { code: 'bad_request' },
  });
  expect(await answer('npm test a', { type: 'allow_project', pattern: '*' })).toMatchObject({ ok: false });
  expect(await answer('npm test a', { type: 'allow_project', pattern: 'npm test *' })).toEqual(ok(null));
  expect(await answer('npm test a', { type: 'deny' })).toMatchObject({ ok: false });
  expect(await first).toEqual({ type: 'allow_project', pattern: 'npm test *' });
  expect(await ask('npm test b')).toEqual({ type: 'allow_once' });
  expect(shown()).toEqual(['npm test a']);
  expect(recorded.map(({ decision, source, rule }) => [decision, source, rule])).toEqual([
    ['allow_project', 'person', 'r9'],
    ['allow_once', 'rule', 'r9'],
  ]);
});

test('a rule that cannot be kept still allows this once, and the person is told', async () => {
  const book = { home: '/home/ana', rules: async () => ok([]), add: async () => err(FULL), record: () => {} };
  const { ask, answer, events } = setup([], { book });
  const waiting = ask('npm test');
  await answer('npm test', { type: 'allow_project', pattern: 'npm test *' });
  expect(await waiting).toEqual({ type: 'allow_once' });
  expect(events.items).toContainEqual(expect.objectContaining({ type: 'notice', message: 'Allowed this once. The disk is full.' }));
});

test('rules that cannot be read allow nothing', async () => {
  const book = { home: '/home/ana', rules: async () => err(FULL), add: async () => err(FULL), record: () => {} };
  const { ask } = setup([NPM], { book, approvals: 'refuse' });
  expect(await ask('npm test')).toMatchObject({ type: 'deny' });
});

test('where nobody is there rules still answer and the rest is refused', async () => {
  const { ask, recorded } = setup([NPM], { approvals: 'refuse' });
  expect([(await ask('npm test')).type, (await ask('npm ci')).type]).toEqual(['allow_once', 'deny']);
  expect(recorded.map(({ source }) => source)).toEqual(['rule', 'unattended']);
});

test('a question nobody answers in time is denied, and the next one has its whole time', async () => {
  const { ask, asked, clock, recorded } = setup([], { approvalTimeout: 60_000 });
  const both = [ask('a'), ask('b')] as const;
  await asked('a');
  await clock.advance(60_000);
  expect(await both[0]).toEqual({
    type: 'deny',
    reason: 'Nobody answered within 1 minute, so it was denied and nothing of it was done. Go on with what needs no approval.',
  });
  await asked('b');
  await clock.advance(59_999);
  expect(recorded.map(({ source }) => source)).toEqual(['timeout']);
  await clock.advance(1);
  expect((await both[1]).type).toBe('deny');
});

test('when a question is denied unless somebody answers is told as it begins to wait and each time somebody looks', async () => {
  const { desk, ask, asked, clock, events } = setup([], { approvalTimeout: 60_000 });
  const untils = () => events.items.flatMap((event) => (event.type === 'approval.time' ? [`${event.approval} ${event.until}`] : []));
  const begin = clock.now();
  const waiting = ask('a');
  const { id } = await asked('a');
  expect(untils()).toEqual([`${id} ${begin + 60_000}`]);
  await clock.advance(10_000);
  desk.look(id);
  expect(untils()).toEqual([`${id} ${begin + 60_000}`, `${id} ${begin + 70_000}`]);
  await clock.advance(60_000);
  expect((await waiting).type).toBe('deny');
  const forever = setup();
  void forever.ask('b');
  await forever.asked('b');
  expect(forever.events.items.map(({ type }) => type)).toEqual(['approval.start']);
});

test('a question that somebody looks at has its whole time again, and nothing else has', async () => {
  const { desk, ask, asked, clock, recorded } = setup([], { approvalTimeout: 60_000 });
  const waiting = ask('a');
  const { id } = await asked('a');
  await clock.advance(59_999);
  desk.look(id);
  await clock.advance(59_999);
  expect(recorded).toEqual([]);
  await clock.advance(1);
  expect((await waiting).type).toBe('deny');
  desk.look(id);
});

test('the end of the turn answers what waits and what stands behind it', async () => {
  const { ask, asked, stop, shown } = setup();
  const all = Promise.all([ask('a'), ask('b')]);
  await asked('a');
  stop.abort();
  expect((await all).map(({ type }) => type)).toEqual(['deny', 'deny']);
  expect(shown()).toEqual(['a']);
});
