import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionId, TurnId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import type { Project } from '../engine.ts';
import { createEngineRig, type EngineRig, value } from '../testing/engine-rig.ts';
import type { Reply } from '../testing/model-script.ts';

let rig: EngineRig;
afterEach(() => rig.close());

const COMMAND = 'touch runs; until [ -e go ]; do sleep 0.02; done; echo built';
const bash = (more: object): Reply => ({ calls: [{ name: 'bash', arguments: { command: COMMAND, ...more } }] });

interface Busy {
  readonly project: Project;
  readonly id: SessionId;
  readonly turn: TurnId;
}

/** A session with one whole turn, whose second one runs a command: in a call, or beside it while the model has stopped. */
async function busy(state: 'running' | 'waiting'): Promise<Busy> {
  const second: readonly Reply[] =
    state === 'running' ? [bash({ timeout_seconds: 60 })] : [bash({ background: true, expect_end: true }), { text: 'I wait.' }];
  rig = await createEngineRig({ script: [{ text: 'first' }, ...second, { text: 'last' }, { text: 'more' }] });
  const project = await rig.open();
  const { id } = value(await project.createSession({})).summary;
  await prompt(project, id, 'one');
  const ended = rig.events.waitFor((event) => event.type === 'turn.end');
  await ended;
  await prompt(project, id, 'two');
  if (state === 'waiting') await rig.events.waitFor(() => rig.events.items.filter(({ type }) => type === 'turn.end').length === 2);
  await expect.poll(() => existsSync(join(rig.workspace.path, 'runs'))).toBe(true);
  const [start] = (await viewOf(project, id)).starts;
  if (!start) throw new Error('there is no turn');
  return { project, id, turn: start.turn as TurnId };
}

async function prompt(project: Project, session: SessionId, text: string): Promise<void> {
  value(await project.command({ type: 'prompt', session, text, delivery: 'now' }));
}

async function viewOf(project: Project, id: SessionId) {
  return fold(emptyView(), value(await project.openSession(id)).events);
}

type Attempt = (of: Busy) => Promise<Result<unknown, Problem>>;

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'going back': ({ project, id, turn }) => project.rewinds.rewind(id, { turn, files: false, chat: true }),
  'going forward': ({ project, id }) => project.rewinds.redo(id),
  archiving: ({ project, id }) => project.library.mark(id, { archived: true }),
  closing: ({ project, id }) => project.library.close(id),
  deleting: ({ project, id }) => project.library.trash(id),
};

describe.each(['running', 'waiting'] as const)('a session that is %s', (state) => {
  it('is not taken away or put back: each try is refused, and changes nothing', async () => {
    const at = await busy(state);
    const before = value(await at.project.openSession(at.id)).events;
    const list = await at.project.listSessions();
    for (const [what, attempt] of Object.entries(ATTEMPTS)) {
      expect([what, await attempt(at)]).toMatchObject([what, { ok: false, error: { code: 'session_running' } }]);
    }
    expect(value(await at.project.openSession(at.id)).events).toEqual(before);
    expect(await at.project.listSessions()).toEqual(list);
  });

  it('is, once it was stopped', async () => {
    const at = await busy(state);
    const { project, id } = at;
    value(await project.command({ type: 'stop', session: id }));
    await rig.events.waitFor((event) => event.type === 'session.hold' || (event.type === 'turn.end' && event.stop === 'cancelled'));
    for (const what of ['going back', 'going forward', 'archiving', 'closing', 'deleting']) {
      expect([what, await ATTEMPTS[what]?.(at)]).toMatchObject([what, { ok: true }]);
    }
  });
});

describe('a session that waits', () => {
  it('goes on when the command ends, and is deleted afterwards', async () => {
    const { project, id } = await busy('waiting');
    await writeFile(join(rig.workspace.path, 'go'), '');
    await rig.events.waitFor(() => rig.events.items.filter(({ type }) => type === 'turn.end').length === 3);
    const { items, work, untold } = await viewOf(project, id);
    expect(items.slice(-3)).toMatchObject([
      { kind: 'result', completion: { id: 'bg_1', status: 'done', text: 'built', facts: ['exit_code 0', expect.anything()] } },
      { kind: 'assistant', blocks: [{ text: 'last' }] },
      { kind: 'turn', stop: 'complete' },
    ]);
    expect([work, untold]).toEqual([[], []]);
    value(await project.library.trash(id));
  });

  it('loses nothing when it is closed and opened again: the command is told once, with the next prompt', async () => {
    const { id } = await busy('waiting');
    await rig.restart();
    const project = await rig.open();
    const { work, untold } = await viewOf(project, id);
    expect([work, untold]).toMatchObject([[], [{ id: 'bg_1', status: 'lost', quiet: true }]]);
    const ends = () => rig.events.items.filter(({ type }) => type === 'turn.end').length;
    for (const text of ['three', 'four']) {
      const before = ends();
      await prompt(project, id, text);
      await rig.events.waitFor(() => ends() > before);
    }
    const told = rig.server.requests.map(({ bytes }) => bytes.toString().split('[Result of background command bg_1: lost').length - 1);
    expect(told).toEqual([0, 0, 0, 1, 1]);
    expect((await viewOf(project, id)).items.filter(({ kind }) => kind === 'result')).toHaveLength(1);
  });
});
