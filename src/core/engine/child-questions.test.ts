import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalDecision } from '../../shared/approvals.ts';
import type { SessionEvent } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { AskingChild, SessionView } from '../../shared/fold-types.ts';
import { type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import type { Project } from '../engine.ts';
import { childRequest, childScript, subAgent } from '../testing/child-script.ts';
import { createEngineRig, type EngineRig, value } from '../testing/engine-rig.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import type { RecordedRequest, Reply } from '../testing/model-script.ts';

const DONE: Reply = { text: 'Done.' };
const HOUR = 3_600_000;

/** Outside the project, and not in `/tmp`, which the file tools see as the session's own. */
let outside: string;
let clock: ManualClock;
let rig: EngineRig;
beforeEach(async () => {
  outside = await mkdtemp('/var/tmp/steiner-child-questions-');
  await mkdir(join(outside, 'data'));
  for (const name of ['a.csv', 'b.csv']) await writeFile(join(outside, 'data', name), `inside ${name}\n`);
  clock = new ManualClock(Date.now());
});
afterEach(async () => {
  await rig.close();
  await rm(outside, { recursive: true, force: true, maxRetries: 10 });
});

const file = (name: string) => join(outside, 'data', name);
const read = (name: string): Reply => ({ calls: [{ name: 'read', arguments: { path: file(name) } }] });

interface Opened {
  readonly project: Project;
  readonly id: SessionId;
}

/** A window with a session whose children read the files that their tasks name. */
async function withChildren(tasks: readonly string[], parent: readonly Reply[] = [DONE, DONE, DONE]): Promise<Opened> {
  const start: Reply = { calls: tasks.map((task) => subAgent('explore', task)) };
  const child = ({ task, round }: { readonly task: string; readonly round: number }) =>
    round === 0 ? read(task) : { text: `${task} answered` };
  rig = await createEngineRig({ script: childScript([start, ...parent], child), ports: { clock } });
  const project = await rig.open({ window: true });
  const opened = { project, id: value(await project.createSession({})).summary.id };
  value(await project.command({ type: 'prompt', session: opened.id, text: 'go', delivery: 'now' }));
  return opened;
}

async function view({ project, id }: Opened): Promise<SessionView> {
  return fold(emptyView(), value(await project.openSession(id)).events);
}

/** The nth question of children as the parent is shown it; counted from 1. */
async function asked({ id }: Opened, count: number): Promise<AskingChild> {
  const shown = () =>
    rig.envelopes.items.flatMap(({ session, event }): readonly AskingChild[] =>
      session === id && event.type === 'child.update' && event.question && event.question.until === undefined
        ? [{ child: event.child, ...event.question }]
        : [],
    );
  await rig.envelopes.waitFor(() => shown().length >= count);
  const question = shown()[count - 1];
  if (!question) throw new Error('no question');
  return question;
}

/** When the question is denied is shown. */
async function untilShown({ id }: Opened, until: number): Promise<void> {
  await rig.envelopes.waitFor(({ session, event }) => session === id && event.type === 'child.update' && event.question?.until === until);
}

async function answer({ project }: Opened, { child, approval }: AskingChild, decision: ApprovalDecision): Promise<void> {
  value(await project.command({ type: 'approval.answer', session: sessionIdSchema.parse(child), approval: approval.id, decision }));
}

/** What ended it: the nth event of that type in the session that a person talks to. */
async function nth({ id }: Opened, type: SessionEvent['type'], count = 1): Promise<void> {
  const seen = () => rig.envelopes.items.filter((envelope) => envelope.session === id && envelope.event.type === type).length;
  await rig.envelopes.waitFor(({ session }) => session === id && seen() >= count);
}

const parentRequests = () => rig.server.requests.filter((request) => !childRequest(request));
/** What a child was told by its call. */
const told = (task: string): string =>
  rig.server.requests
    .filter((request) => childRequest(request)?.task === task)
    .flatMap(({ body }: RecordedRequest) => body.messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content)))
    .join('\n');
const logOf = (session: string) =>
  readFile(join(rig.workspace.home, 'state', 'approvals', 'audit.jsonl'), 'utf8').then((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((entry) => entry.session === session),
  );

describe('what a child asks', () => {
  it('is shown with its parent, named, goes on once it is answered, and leaves nothing in what the parent sends', async () => {
    const opened = await withChildren(['a.csv']);
    const question = await asked(opened, 1);
    expect(question).toMatchObject({ agent: 'explore', task: 'a.csv', approval: { kind: 'path', access: 'read', subject: file('a.csv') } });
    const waiting = await view(opened);
    expect([waiting.asked.map(({ approval }) => approval.id), waiting.waiting]).toEqual([[question.approval.id], []]);
    expect((await opened.project.listSessions()).map(({ id, waiting: needs }) => [id, needs])).toEqual([[opened.id, true]]);
    await answer(opened, question, { type: 'allow_once' });
    await nth(opened, 'child.end');
    expect([told('a.csv'), (await view(opened)).asked]).toEqual([expect.stringContaining('inside a.csv'), []]);
    expect((await opened.project.listSessions()).map(({ waiting: needs }) => needs)).toEqual([undefined]);
    await nth(opened, 'turn.end', 2);
    const kept = rig.envelopes.items.filter(({ session, event }) => session === opened.id && event.type.startsWith('approval'));
    expect([kept, JSON.stringify(parentRequests()).includes(file('a.csv'))]).toEqual([[], false]);
    const sent = parentRequests().map(({ body }) => body.messages.map((message) => JSON.stringify(message)));
    for (const [index, messages] of sent.entries()) expect(sent[index + 1]?.slice(0, messages.length) ?? messages).toEqual(messages);
    await expect
      .poll(() => logOf(question.child))
      .toMatchObject([{ parent: opened.id, agent: 'explore', subject: file('a.csv'), decision: 'allow_once', source: 'person' }]);
  });

  it('is denied when nobody answers in time: the child is told why and goes on, and the parent keeps that nobody did', async () => {
    const opened = await withChildren(['a.csv']);
    const question = await asked(opened, 1);
    const until = clock.now() + 2 * HOUR;
    await untilShown(opened, until);
    await clock.advance(2 * HOUR - 1);
    expect((await view(opened)).asked.map(({ until: at }) => at)).toEqual([until]);
    const again = clock.now() + 2 * HOUR;
    const session = sessionIdSchema.parse(question.child);
    value(await opened.project.command({ type: 'approval.look', session, approval: question.approval.id }));
    await untilShown(opened, again);
    await clock.advance(2 * HOUR - 1);
    expect((await view(opened)).asked.map(({ until: at }) => at)).toEqual([again]);
    await clock.advance(1);
    await nth(opened, 'child.end');
    expect(told('a.csv')).toContain('Reason: Nobody answered within 2 hours, so it was denied');
    const { items, asked: open } = await view(opened);
    expect([items.find(({ kind }) => kind === 'notice'), items.find(({ kind }) => kind === 'child'), open]).toMatchObject([
      { level: 'warning', message: `Nobody answered what the child “a.csv” (explore) asked, so it was denied: to read ${file('a.csv')}.` },
      { state: 'done' },
      [],
    ]);
    await expect.poll(() => logOf(question.child)).toMatchObject([{ decision: 'deny', source: 'timeout' }]);
  });

  it('is never whether a call may go on that keeps failing: the child is told so itself', async () => {
    const child = ({ round }: { readonly round: number }) =>
      round < 3 ? { calls: [{ name: 'read', arguments: { path: 'missing.csv' } }] } : DONE;
    rig = await createEngineRig({ script: childScript([{ calls: [subAgent('explore', 'x')] }, DONE, DONE], child), ports: { clock } });
    const project = await rig.open({ window: true });
    const id = value(await project.createSession({})).summary.id;
    value(await project.command({ type: 'prompt', session: id, text: 'go', delivery: 'now' }));
    await nth({ project, id }, 'child.end');
    const kinds = rig.events.items.flatMap((event) => (event.type === 'approval.start' ? [event.approval.kind] : []));
    expect([kinds, rig.events.items.some((event) => event.type === 'notice' && event.code === 'loop_guard')]).toEqual([[], true]);
  });

  it('is denied with the reason that a person gives', async () => {
    const opened = await withChildren(['a.csv']);
    await answer(opened, await asked(opened, 1), { type: 'deny', reason: 'That is private.' });
    await nth(opened, 'child.end');
    expect(told('a.csv')).toContain('Reason: That is private.');
  });

  it('waits behind what another child asks, and an answer for the session holds for it and for the parent', async () => {
    const opened = await withChildren(['a.csv', 'b.csv'], [DONE, DONE, read('b.csv'), DONE]);
    const first = await asked(opened, 1);
    expect((await view(opened)).asked).toHaveLength(1);
    await answer(opened, first, { type: 'allow_session' });
    const second = await asked(opened, 2);
    expect(new Set([first, second].map(({ task }) => task))).toEqual(new Set(['a.csv', 'b.csv']));
    await answer(opened, second, { type: 'allow_session' });
    await nth(opened, 'child.end', 2);
    await nth(opened, 'turn.end', 2);
    value(await opened.project.command({ type: 'prompt', session: opened.id, text: 'and you', delivery: 'now' }));
    await rig.envelopes.waitFor(({ session, event }) => session === opened.id && event.type === 'tool.end' && event.name === 'read');
    expect(JSON.stringify(rig.events.items.filter(({ type }) => type === 'approval.end').at(-1))).toContain('"rule":{"id":"session"');
  });

  it('settles what waits behind it when it makes a rule, which holds for the whole project', async () => {
    const opened = await withChildren(['a.csv', 'b.csv']);
    const first = await asked(opened, 1);
    await answer(opened, first, { type: 'allow_project', pattern: first.approval.suggestion ?? '' });
    await nth(opened, 'child.end', 2);
    expect([told('a.csv'), told('b.csv')]).toEqual([expect.stringContaining('inside a.csv'), expect.stringContaining('inside b.csv')]);
    const rules = value(await opened.project.approvals.rules());
    expect(rules.map(({ kind, access, pattern }) => [kind, access, pattern])).toEqual([['path', 'read', join(outside, 'data')]]);
    expect(rig.events.items.filter(({ type }) => type === 'approval.start')).toHaveLength(1);
  });

  it('keeps nobody from stopping a child that waits behind another', async () => {
    const opened = await withChildren(['a.csv', 'b.csv']);
    const first = await asked(opened, 1);
    await nth(opened, 'child.start', 2);
    const { items } = await view(opened);
    const other = items.find((item) => item.kind === 'child' && item.id !== first.child);
    await rig.envelopes.waitFor(
      ({ session, event }) => session === other?.id && event.type === 'message.end' && event.message.role === 'assistant',
    );
    value(await opened.project.command({ type: 'child.stop', session: opened.id, child: sessionIdSchema.parse(other?.id) }));
    await nth(opened, 'child.end');
    expect((await view(opened)).items.find(({ id }) => id === other?.id)).toMatchObject({ state: 'cancelled' });
    await answer(opened, first, { type: 'allow_once' });
    await nth(opened, 'child.end', 2);
    expect((await view(opened)).items.find(({ id }) => id === first.child)).toMatchObject({ state: 'done' });
    expect(rig.events.items.filter(({ type }) => type === 'approval.start')).toHaveLength(1);
  });

  it.each([
    ['is stopped', ({ project, id }: Opened) => project.command({ type: 'child.stop', session: id })],
    ['is closed with its session', ({ project, id }: Opened) => project.closeSession(id)],
    ['ends with the program', () => rig.restart()],
  ])('is withdrawn and denied when the child %s, and can be answered no more', async (_, end) => {
    const opened = await withChildren(['a.csv']);
    const { child, approval } = await asked(opened, 1);
    const before = rig.engine;
    await end(opened);
    const project = rig.engine === before ? opened.project : await rig.open({ window: true });
    await rig.envelopes.waitFor(({ session, event }) => session === child && event.type === 'session.end');
    const log = value(await project.openSession(sessionIdSchema.parse(child)));
    expect(log.events.flatMap(({ event }) => (event.type === 'approval.end' ? [event.source] : []))).toEqual(['stopped']);
    expect(log.events.at(-1)?.event).toMatchObject({ type: 'turn.end', stop: 'cancelled' });
    expect((await view({ project, id: opened.id })).asked).toEqual([]);
    const late = await project.command({
      ...{ type: 'approval.answer', session: sessionIdSchema.parse(child), approval: approval.id },
      decision: { type: 'allow_once' },
    });
    expect(late).toMatchObject({ ok: false });
  });
});
