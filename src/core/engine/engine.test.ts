import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import { createEngineRig, type EngineRig, type EngineRigOptions, runPrompt, serverConfig, value } from '../testing/engine-rig.ts';
import type { Reply } from '../testing/model-script.ts';

let rig: EngineRig;
afterEach(() => rig.close());

async function setup(options: EngineRigOptions) {
  rig = await createEngineRig(options);
  const project = await rig.open();
  const { summary } = value(await project.createSession({}));
  return { project, id: summary.id };
}

function bash(command: string): Reply {
  return { calls: [{ name: 'bash', arguments: { command } }] };
}

const EDIT: readonly Reply[] = [
  { calls: [{ name: 'read', arguments: { path: 'readme.txt' } }] },
  {
    calls: [
      { name: 'mutate', arguments: { operations: [{ type: 'replace', path: 'readme.txt', old_string: 'hello', new_string: 'bye' }] } },
    ],
  },
  { calls: [{ name: 'bash', arguments: { command: 'cat readme.txt' } }] },
  { text: 'Changed the greeting.', usage: { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 } },
];

describe('a real turn', () => {
  it('reads, edits, runs and reports through the wire, the sandbox and the log', async () => {
    const { project, id } = await setup({ script: EDIT });
    const end = await runPrompt(rig, project, id, 'Say bye instead.');
    expect({ stop: end.stop, rounds: end.rounds, files: end.files }).toEqual({
      stop: 'complete',
      rounds: 4,
      files: [{ path: 'readme.txt', change: 'modified', added: 1, removed: 1 }],
    });
    expect(await readFile(join(rig.workspace.path, 'readme.txt'), 'utf8')).toBe('bye\n');
    const shown = rig.events.items.filter((event) => event.type === 'tool.end');
    expect(shown.map((event) => [event.name, event.isError, event.detail?.kind])).toEqual([
      ['read', false, 'read'],
      ['mutate', false, 'mutate'],
      ['bash', false, 'bash'],
    ]);
    expect(shown[2]?.text).toContain('bye');
  });

  it('sends each request as a byte extension of the one before, tools and system unchanged', async () => {
    const { project, id } = await setup({ script: [...EDIT, ...EDIT.slice(2)] });
    await runPrompt(rig, project, id, 'one');
    await runPrompt(rig, project, id, 'two');
    const bodies = rig.server.requests.map((request) => request.bytes.toString());
    const open = bodies.map((body) => body.slice(body.indexOf('"messages":['), body.lastIndexOf(']', body.indexOf('"tools"'))));
    expect(open).toHaveLength(6);
    for (const [index, messages] of open.entries()) expect(messages.startsWith(open[index - 1] ?? '')).toBe(true);
    expect(new Set(bodies.map((body) => body.slice(body.indexOf('"tools"')))).size).toBe(1);
  });

  it('shows the same transcript after a restart', async () => {
    const { project, id } = await setup({ script: EDIT });
    await runPrompt(rig, project, id, 'Say bye instead.');
    const before = fold(emptyView(), value(await project.openSession(id)).events);
    await rig.restart();
    const again = await rig.open();
    expect(await again.listSessions()).toMatchObject([{ id, title: 'Say bye instead.', turns: 1, lastStop: 'complete', readOnly: false }]);
    expect(fold(emptyView(), value(await again.openSession(id)).events)).toEqual(before);
  });

  it('stops a running command with everything it started, and tells the model so', async () => {
    const sleeper = `sleep 1000.${process.pid}`;
    const { project, id } = await setup({ script: [bash(`${sleeper} & echo up; wait`)] });
    const ended = runPrompt(rig, project, id, 'wait');
    await rig.events.waitFor((event) => event.type === 'tool.update' && event.text.includes('up'));
    await expect.poll(() => hostProcesses(sleeper)).toHaveLength(1);
    value(await project.command({ type: 'stop', session: id }));
    expect((await ended).stop).toBe('cancelled');
    await expect.poll(() => hostProcesses(sleeper)).toEqual([]);
    expect(rig.events.items.findLast((event) => event.type === 'tool.end')).toMatchObject({
      isError: true,
      detail: { kind: 'bash', exitCode: -1 },
    });
  });

  it('asks before it writes outside the project, and tells the model why a person said no', async () => {
    const outside = join('/var/tmp', 'steiner-outside.txt');
    const create = { operations: [{ type: 'create', path: outside, content: 'x' }] };
    const { project, id } = await setup({ script: [{ calls: [{ name: 'mutate', arguments: create }] }, { text: 'Understood.' }] });
    const ended = runPrompt(rig, project, id, 'write there');
    const asked = await rig.events.waitFor((event) => event.type === 'approval.start');
    if (asked.type !== 'approval.start') throw new Error('no approval');
    expect(asked.approval).toMatchObject({ kind: 'path', tool: 'mutate', subject: outside, access: 'write' });
    const decision = { type: 'deny', reason: 'Keep to the project.' } as const;
    value(await project.command({ type: 'approval.answer', session: id, approval: asked.approval.id, decision }));
    expect((await ended).stop).toBe('complete');
    expect(existsSync(outside)).toBe(false);
    expect(JSON.stringify(rig.server.requests[1]?.body.messages.at(-1))).toContain('Keep to the project.');
  });
});

describe('the mode of a new session', () => {
  it('is that of the configuration unless another is asked for', async () => {
    rig = await createEngineRig({ config: (url) => `${serverConfig(url)}modes: { default: plan }\n` });
    const project = await rig.open();
    expect(project.info().defaultMode).toBe('plan');
    const modes = [];
    for (const options of [{}, { mode: 'build' }, {}] as const) {
      const { events } = value(await project.createSession(options));
      modes.push(fold(emptyView(), events).mode);
    }
    expect(modes).toEqual(['plan', 'build', 'plan']);
  });
});

describe('what can go wrong before a turn', () => {
  it('opens with the problem when the configuration has an unknown key, and runs nothing', async () => {
    rig = await createEngineRig({ config: (url) => `${serverConfig(url)}modles: {}\n` });
    const project = await rig.open();
    expect(project.info().problem).toMatchObject({ code: 'config_invalid', message: expect.stringContaining('modles') });
    expect(await project.createSession({})).toMatchObject({ ok: false, error: { code: 'config_invalid' } });
  });

  it('says that no model is configured', async () => {
    rig = await createEngineRig({ config: () => '' });
    const project = await rig.open();
    expect(project.info().problem?.code).toBe('no_model');
  });

  it('names the folder that is missing, a file, or closed to us', async () => {
    rig = await createEngineRig();
    const codes = await Promise.all(
      ['nowhere', 'readme.txt'].map(async (name) => {
        const opened = await rig.engine.openProject(join(rig.workspace.path, name));
        return opened.ok ? 'opened' : opened.error.code;
      }),
    );
    expect(codes).toEqual(['folder_missing', 'folder_not_directory']);
  });

  it('ends the turn in plain words when the model server is down or speaks rubbish', async () => {
    const { project, id } = await setup({
      script: [{ broken: 'drop' }, { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }],
    });
    const dropped = await runPrompt(rig, project, id, 'one');
    const rubbish = await runPrompt(rig, project, id, 'two');
    for (const end of [dropped, rubbish]) {
      expect(end.stop).toBe('error');
      expect(end.message).toMatch(/127\.0\.0\.1/);
      expect(end.hint).not.toBe(undefined);
      expect(`${end.message}${end.hint}`).not.toMatch(/at .+:\d+:\d+|TypeError|undefined/);
    }
  });

  it('offers what the configuration and the model call for', async () => {
    const settings =
      'search: { backend: searxng, searxng_url: "http://127.0.0.1:9" }\ntools: { audit: { exec: ./audit, description: "Audit the tree" } }\n';
    const { project, id } = await setup({ script: [{ text: 'ok' }], config: (url) => `${serverConfig(url)}${settings}` });
    await runPrompt(rig, project, id, 'go');
    const names = rig.server.requests[0]?.body.tools?.map((tool) => tool.function.name);
    expect(names).toEqual(expect.arrayContaining(['audit', 'fetch_url', 'web_search']));
    expect(names).toEqual([...(names ?? [])].sort());
  });

  it('works in a folder that is no repository', async () => {
    const { project, id } = await setup({ git: false, script: [bash('echo fine'), { text: 'ok' }] });
    expect(project.info()).toMatchObject({ git: false });
    expect((await runPrompt(rig, project, id, 'go')).stop).toBe('complete');
  });

  it('refuses to work without instructions that are there but cannot be read', async () => {
    const { project, id } = await setup({ script: [{ text: 'never asked' }] });
    await rig.workspace.write({ 'AGENTS.md/inside': '' });
    expect(await runPrompt(rig, project, id, 'go')).toMatchObject({ stop: 'error', message: expect.stringContaining('AGENTS.md') });
    expect(rig.server.requests).toHaveLength(0);
  });
});

async function hostProcesses(commandLine: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.map((line) => line.replaceAll('\0', ' ').trim()).filter((line) => line === commandLine);
}

it('a call that names no tool is answered with the tools there are, and the turn goes on', async () => {
  const calls = ['', 'functions.bash !'].map((name) => ({ name, arguments: {} }));
  rig = await createEngineRig({ script: [{ calls }, { text: 'ok' }] });
  const project = await rig.open();
  const { summary } = value(await project.createSession({}));
  expect((await runPrompt(rig, project, summary.id, 'go')).stop).toBe('complete');
  const told = rig.events.items.flatMap((event) => (event.type === 'tool.end' ? [event.text.split(' The tools are bash, ')[0]] : []));
  expect(told).toEqual(['There is no tool "unnamed".', 'There is no tool "functions_bash__".']);
});
