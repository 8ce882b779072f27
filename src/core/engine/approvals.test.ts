import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApprovalDecision } from '../../shared/approvals.ts';
import type { SessionEvent } from '../../shared/events.ts';
import type { Project } from '../engine.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import type { Reply } from '../testing/model-script.ts';

/** Outside the project, and not in `/tmp`, which the file tools see as the session's own. */
let outside: string;
let rig: EngineRig;
beforeEach(async () => {
  outside = await mkdtemp('/var/tmp/steiner-approvals-');
  await mkdir(join(outside, 'data'));
  for (const name of ['a.csv', 'b.csv']) await writeFile(join(outside, 'data', name), 'x\n');
});
afterEach(async () => {
  await rig.close();
  await rm(outside, { recursive: true, force: true, maxRetries: 10 });
});

const bash = (command: string): Reply => ({ calls: [{ name: 'bash', arguments: { command } }] });
const read = (name: string): Reply => ({ calls: [{ name: 'read', arguments: { path: join(outside, 'data', name) } }] });
const DONE: Reply = { text: 'ok' };

/** Answers every question of the project with that decision and keeps what was asked. */
function answering(project: Project, decision: (suggestion: string) => ApprovalDecision): readonly string[] {
  const asked: string[] = [];
  project.listen((upward) => {
    for (const { event, session } of upward.type === 'events' ? upward.events : []) {
      if (event.type !== 'approval.start') continue;
      asked.push(event.approval.subject);
      const { id, suggestion = '' } = event.approval;
      void project.command({ type: 'approval.answer', session: session as never, approval: id, decision: decision(suggestion) });
    }
  });
  return asked;
}

async function turn(project: Project): Promise<void> {
  const { summary } = value(await project.createSession({ mode: 'plan' }));
  await runPrompt(rig, project, summary.id, 'go');
}

test('after a project rule neither other arguments nor a new worktree are asked about again, also after a restart', async () => {
  const first = [bash('git log --oneline'), read('a.csv'), DONE];
  const later = [bash('git log --oneline -n 3 HEAD'), read('b.csv'), DONE];
  rig = await createEngineRig({ script: [...first, ...later, ...later, bash('git log; touch made'), DONE] });
  const project = await rig.open({ unsafe: true });
  const asked = answering(project, (pattern) => ({ type: 'allow_project', pattern }));
  await turn(project);
  await turn(project);
  expect(asked).toEqual(['git log --oneline', join(outside, 'data', 'a.csv')]);
  const rules = value(await project.approvals.rules());
  expect(rules.map(({ kind, access, pattern }) => [kind, access, pattern])).toEqual([
    ['command', 'run', 'git log *'],
    ['path', 'read', join(outside, 'data')],
  ]);

  await rig.workspace.git('worktree', 'add', '--quiet', '../tree', '-b', 'other');
  await rig.restart();
  const tree = await rig.open({ unsafe: true, path: join(rig.workspace.path, '..', 'tree') });
  const askedThere = answering(tree, () => ({ type: 'deny' }));
  await turn(tree);
  expect(askedThere).toEqual([]);
  expect(value(await tree.approvals.rules())).toEqual(rules);
  const ends = rig.events.items.flatMap((event: SessionEvent) => (event.type === 'tool.end' ? [event.isError] : []));
  expect(ends).toEqual(Array(6).fill(false));

  await turn(tree);
  expect(askedThere).toEqual(['git log; touch made']);
  const lines = async () => {
    const log = await readFile(join(rig.workspace.home, 'state', 'approvals', 'audit.jsonl'), 'utf8');
    return log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  await expect
    .poll(async () => (await lines()).map(({ decision, source }) => `${decision} ${source}`))
    .toEqual([...Array(2).fill('allow_project person'), ...Array(4).fill('allow_once rule'), 'deny person']);
  expect(new Set((await lines()).map((line) => line.project))).toEqual(new Set([rig.workspace.path]));
});

test('a rule that is removed is asked about again at once, and another project never had it', async () => {
  rig = await createEngineRig({ script: [read('a.csv'), DONE, read('a.csv'), DONE, read('a.csv'), DONE] });
  const project = await rig.open();
  const asked = answering(project, (pattern) => ({ type: 'allow_project', pattern }));
  await turn(project);
  const [rule] = value(await project.approvals.rules());
  const other = join(rig.workspace.path, '..', 'other');
  await mkdir(other);
  const elsewhere = await rig.open({ path: other });
  const askedElsewhere = answering(elsewhere, () => ({ type: 'deny' }));
  await turn(elsewhere);
  value(await project.approvals.remove(rule?.id ?? ''));
  await turn(project);
  expect([asked.length, askedElsewhere.length]).toEqual([2, 1]);
});

test('a session that waits is listed as waiting after a restart, before it is opened, and can then be answered', async () => {
  rig = await createEngineRig({ script: [read('a.csv'), DONE] });
  const project = await rig.open();
  const { summary } = value(await project.createSession({}));
  value(await project.command({ type: 'prompt', session: summary.id, text: 'go', delivery: 'now' }));
  await rig.events.waitFor((event) => event.type === 'approval.start');
  await rig.restart();
  const again = await rig.open();
  expect((await again.listSessions()).map(({ waiting, turns }) => [waiting, turns])).toEqual([[true, 1]]);
  const opened = value(await again.openSession(summary.id));
  const [approval] = opened.events.flatMap(({ event }) => (event.type === 'approval.start' ? [event.approval.id] : []));
  if (approval === undefined) throw new Error('nothing waits');
  const answer = { type: 'approval.answer', session: summary.id, approval, decision: { type: 'allow_once' } } as const;
  value(await again.command(answer));
  const second = await again.command(answer);
  expect(second).toMatchObject({ ok: false, error: { message: 'That question no longer waits.' } });
  await rig.events.waitFor((event) => event.type === 'turn.end');
  const results = rig.events.items.flatMap((event) => (event.type === 'tool.end' ? [event.isError] : []));
  expect([results, (await again.listSessions()).map(({ waiting }) => waiting)]).toEqual([[false], [undefined]]);
});
