import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createEngine, createNodePorts, type Project } from '../core/engine.ts';
import type { Script } from '../core/testing/model-script.ts';
import { keptEventSchema, liveEventSchema } from '../shared/events.ts';
import { sessionIdSchema } from '../shared/ids.ts';
import { asked, createExecRig, type ExecRig, OUTSIDE, readOutside, toldAt } from './testing/exec-rig.ts';

let rig: ExecRig;
afterEach(() => rig.close());

async function run(...args: readonly string[]) {
  const { code, terminal } = rig.start(args);
  return { code: await code, out: terminal.out(), err: terminal.err() };
}

/** Without anybody to ask. */
async function piped(...args: readonly string[]) {
  const { code, terminal } = rig.start(args, { interactive: false });
  return { code: await code, out: terminal.out(), err: terminal.err() };
}

/** Does something with the project outside the command line. */
async function withProject<T>(use: (project: Project) => Promise<T>): Promise<T> {
  const { home, path } = rig.workspace;
  const engine = createEngine(await createNodePorts({ vars: { HOME: home, STEINER_HOME: home, PATH: process.env.PATH ?? '' } }), {
    resources: path,
  });
  const opened = await engine.openProject(path);
  if (!opened.ok) throw new Error(opened.error.message);
  const result = await use(opened.value);
  await engine.close();
  return result;
}

async function onlySession() {
  const [session, ...others] = await withProject((project) => project.listSessions());
  expect(others).toEqual([]);
  return session ?? expect.unreachable('no session');
}

async function logOf(id: string): Promise<string> {
  const sessions = join(rig.workspace.home, 'state', 'sessions');
  const [project = ''] = await readdir(sessions);
  return join(sessions, project, id, 'log.jsonl');
}

/** Runs until its question waits, and ends it there as a terminal that is closed does. */
async function hold(script: Script = readOutside): Promise<string> {
  rig = await createExecRig(script, { 'a.txt': 'old\n' });
  const { code, terminal } = rig.start(['Look']);
  await terminal.written.waitFor(asked);
  terminal.raise('SIGHUP');
  expect(await code).toBe(129);
  return (await onlySession()).id;
}

const roles = (request: number) => rig.server.requests[request]?.body.messages.slice(1).map(({ role }) => role);

describe('going on with a session', () => {
  test('--continue says the next thing in the session that changed last, and tells what goes on', async () => {
    rig = await createExecRig([{ text: 'One.' }, { text: 'Two.' }]);
    await run('First thing');
    const { code, out, err } = await piped('--continue', 'Second thing');
    const { id, turns } = await onlySession();
    expect({ code, out, err: err.split('\n')[0], turns }).toEqual({
      code: 0,
      out: 'Two.\n',
      err: `First thing · ${id.slice(0, 8)} · 1 turn`,
      turns: 2,
    });
    expect([roles(1)?.slice(-3), toldAt(rig.server, 1)]).toEqual([['user', 'assistant', 'user'], expect.stringContaining('Second thing')]);
  });

  test('--resume without a prompt goes on where the turn stopped', async () => {
    rig = await createExecRig([{ status: 500, body: 'broken' }, { text: 'There.' }]);
    const first = await run('Go');
    const [, id = ''] = /Go on with: steiner exec --resume (\w{8})\n$/.exec(first.err) ?? [];
    const { code, out, err } = await piped('--resume', id);
    expect({ first: first.code, code, out, err: err.split('\n')[0], told: toldAt(rig.server, 1) }).toEqual({
      first: 1,
      code: 0,
      out: 'There.\n',
      err: `Go · ${id} · 1 turn · stopped: error`,
      told: expect.stringContaining('Go on from where you stopped.'),
    });
  });

  test('a session at a usage limit is tried again at once, and says when the limit is reset', async () => {
    const limit = { status: 429, body: { error: { type: 'usage_limit_reached', message: 'all used', resets_in_seconds: 7_200 } } };
    rig = await createExecRig([limit, limit, { text: 'Went on.' }]);
    const codes = [(await run('Go')).code, (await run('--continue')).code];
    const last = await run('--continue');
    expect([...codes, last.code, last.out, rig.server.requests.length]).toEqual([4, 4, 0, 'Went on.\n', 3]);
  });

  test('what waited in the queue is said, one turn after the other', async () => {
    rig = await createExecRig(({ index }) => (index === 0 ? { broken: 'hang' } : { text: `Answer ${index}.` }));
    await withProject(async (project) => {
      const created = await project.createSession({});
      const session = created.ok ? created.value.summary.id : expect.unreachable();
      const say = (text: string) => project.command({ type: 'prompt', session, text, delivery: 'after' });
      const stopped = new Promise<void>((resolve) => {
        project.listen((up) => up.type === 'events' && up.events.some(({ event }) => event.type === 'turn.end') && resolve());
      });
      for (const text of ['one', 'two', 'three']) await say(text);
      await rig.server.request(0);
      await project.command({ type: 'stop', session });
      await stopped;
    });
    const { code, out } = await run('--continue');
    expect([code, out]).toEqual([0, 'Answer 1.\nAnswer 2.\n']);
    expect([toldAt(rig.server, 1), toldAt(rig.server, 2)]).toEqual([expect.stringContaining('two'), expect.stringContaining('three')]);
  });

  test('--json streams the events since it was opened, numbered from 1', async () => {
    rig = await createExecRig([{ text: 'One.' }, { text: 'Two.' }]);
    await run('First');
    const { code, out, err } = await piped('--continue', 'Second', '--json');
    const envelopes = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const fit = envelopes.every(({ event }) => keptEventSchema.or(liveEventSchema).safeParse(event).success);
    expect({
      code,
      err,
      fit,
      seq: envelopes.map(({ seq }) => seq),
      first: envelopes[0].event.type,
      last: envelopes.at(-1).event.type,
    }).toEqual({
      ...{ code: 0, err: '', fit: true, seq: envelopes.map((_, index) => index + 1) },
      ...{ first: 'turn.start', last: 'session.end' },
    });
  });

  test('with another model from here on, which has to be there', async () => {
    rig = await createExecRig([{ text: 'One.' }, { text: 'Two.' }]);
    await run('First');
    expect((await run('--continue', '--model', 'nowhere/none', 'Second')).code).toBe(5);
    expect((await run('--continue', '--model', 'script/other', 'Second')).code).toBe(0);
    expect([rig.server.requests.map(({ body }) => body.model), (await onlySession()).model]).toEqual([
      ['scripted', 'other'],
      'script/other',
    ]);
  });
});

describe('a question that waits', () => {
  test('is put again, and once it is allowed the turn goes on at that call', async () => {
    const id = await hold();
    const { code, terminal } = rig.start(['--resume', id.slice(0, 6)]);
    await terminal.written.waitFor(asked);
    expect(terminal.err()).toMatch(new RegExp(`^Look · ${id.slice(0, 8)} · 1 turn · a question waits\n\\? read asks to read ${OUTSIDE}`));
    expect(terminal.err()).toMatch(/\n {2}Denied at .*\d\d:\d\d if nobody answers\.\n/);
    terminal.type('y\n');
    expect([await code, terminal.out(), terminal.err()]).toEqual([0, 'Done.\n', expect.stringContaining(`• read ${OUTSIDE} … lines`)]);
    expect([rig.server.requests.length, toldAt(rig.server, 1)]).toEqual([
      2,
      expect.stringContaining((await readFile(OUTSIDE, 'utf8')).split('\n')[0] ?? ''),
    ]);
  });

  test('is denied with a reason that the model is told', async () => {
    await hold();
    const { code, terminal } = rig.start(['--continue']);
    await terminal.written.waitFor(asked);
    terminal.type('n\n');
    await terminal.written.waitFor(({ text }) => text.includes('Reason for the model'));
    terminal.type('keep to the project\n');
    expect([await code, toldAt(rig.server, 1)]).toEqual([0, expect.stringContaining('keep to the project')]);
  });

  test('a prompt beside it joins the turn that goes on', async () => {
    await hold();
    const { code, terminal } = rig.start(['--continue', 'Be brief']);
    await terminal.written.waitFor(asked);
    terminal.type('y\n');
    expect([await code, roles(1)?.slice(-2), toldAt(rig.server, 1)]).toEqual([0, ['tool', 'user'], expect.stringContaining('Be brief')]);
  });

  test('is answered for the session, and what follows in it is not asked', async () => {
    const look = { calls: [{ name: 'read', arguments: { path: OUTSIDE } }] };
    await hold([look, look, { text: 'Done.' }]);
    const { code, terminal } = rig.start(['--continue']);
    await terminal.written.waitFor(asked);
    terminal.type('a\n');
    expect([await code, terminal.err().match(/asks to read/g)?.length]).toEqual([0, 1]);
  });

  test('nobody to ask: refused with a code of its own, and nothing is changed', async () => {
    const id = await hold();
    const before = await readFile(await logOf(id), 'utf8');
    for (const args of [
      ['--resume', id],
      ['--continue', 'Go on without it'],
    ]) {
      const { code, out, err } = await piped(...args);
      expect({ code, out, err }).toEqual({
        code: 6,
        out: '',
        err: `error: A question of this session waits for a person, and nobody can be asked here: read wants to use ${OUTSIDE}.\nNothing was changed: the turn is where it was.\nAnswer it at a terminal, with steiner exec --resume ${id.slice(0, 8)}, or in the window.\n`,
      });
    }
    expect([await readFile(await logOf(id), 'utf8'), (await onlySession()).waiting, rig.server.requests.length]).toEqual([before, true, 1]);
  });

  test('a terminal that closes has given no answer, whether the signal or the end of input is seen first', async () => {
    const id = await hold();
    const { code, terminal } = rig.start(['--resume', id]);
    await terminal.written.waitFor(asked);
    terminal.hangUp();
    expect([await code, (await onlySession()).waiting, rig.server.requests.length]).toEqual([129, true, 1]);
  });

  test('Ctrl+C stops the turn; a terminal that closes, or SIGTERM, leaves the question for later', async () => {
    const id = await hold();
    const { code, terminal } = rig.start(['--resume', id]);
    await terminal.written.waitFor(asked);
    terminal.raise('SIGTERM');
    expect([await code, (await onlySession()).waiting]).toEqual([143, true]);
    const again = rig.start(['--resume', id]);
    await again.terminal.written.waitFor(asked);
    again.terminal.raise('SIGINT');
    expect([await again.code, (await onlySession()).lastStop]).toEqual([130, 'cancelled']);
  });
});

describe('refused, with nothing changed', () => {
  test('no session at all, an unknown one, one in the trash, one that is complete', async () => {
    rig = await createExecRig([{ text: 'One.' }]);
    const { path } = rig.workspace;
    const refused = async (...args: readonly string[]) => {
      const { code, err } = await piped(...args);
      return [code, err.split('\n')[0]];
    };
    expect(await refused('--continue', 'x')).toEqual([1, `error: There is no session in ${path} to go on with.`]);
    await run('First');
    const { id } = await onlySession();
    expect(await refused('--resume', 'zzz', 'x')).toEqual([1, `error: No session of ${path} begins with zzz.`]);
    expect((await piped('--resume', id)).err).toContain(
      'error: There is nothing to go on with: the last turn of this session is complete.\n',
    );
    await withProject((project) => project.library.trash(id));
    expect(await refused('--resume', id, 'x')).toEqual([1, 'error: That session is in the trash: First']);
    expect(rig.server.requests.length).toBe(1);
  });

  test('one that another process has open, with who that is, and one of a newer version', async () => {
    rig = await createExecRig([{ text: 'One.' }]);
    await run('First');
    const { id } = await onlySession();
    await withProject(async (project) => {
      await project.openSession(sessionIdSchema.parse(id));
      const { code, err } = await piped('--resume', id, 'x');
      expect([code, err.split('\n')[0]]).toEqual([1, `error: Another Steiner process has this session open (pid ${process.pid}).`]);
    });
    const log = await logOf(id);
    await writeFile(log, (await readFile(log, 'utf8')).replace('"schema":1', '"schema":99'));
    const before = await readFile(log, 'utf8');
    const { code, err } = await piped('--resume', id, 'x');
    expect([code, err.split('\n')[0], await readFile(log, 'utf8')]).toEqual([
      1,
      'error: A newer version of Steiner wrote this session.',
      before,
    ]);
    expect(rig.server.requests.length).toBe(1);
  });

  test.each([
    [['--resume', 'a', '--continue', 'x'], 'error: Give --resume or --continue, not both.'],
    [['--continue', '--skill', 'tour'], 'error: --skill and --image go with a prompt, and there is none.'],
    [['--resume'], 'error: --resume needs a value: --resume <session>.'],
  ])('%j is no valid command line', async (args, said) => {
    rig = await createExecRig([]);
    const { code, err } = await piped(...args);
    expect([code, err.split('\n')[0]]).toEqual([2, said]);
  });
});
