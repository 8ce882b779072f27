import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { ChildItem } from '../../shared/fold-types.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Project } from '../engine.ts';
import { childRequest, childScript, subAgent } from '../testing/child-script.ts';
import { createEngineRig, type EngineRig, type EngineRigOptions, serverConfig, value } from '../testing/engine-rig.ts';
import type { RecordedRequest, Reply } from '../testing/model-script.ts';

let rig: EngineRig;
afterEach(() => rig.close());

const bash = (command: string): Reply => ({ calls: [{ name: 'bash', arguments: { command } }] });
const DONE: Reply = { text: 'Done.' };

interface Opened {
  readonly project: Project;
  readonly id: SessionId;
}

async function setup(options: EngineRigOptions, open: Parameters<EngineRig['open']>[0] = {}): Promise<Opened> {
  rig = await createEngineRig(options);
  const project = await rig.open(open);
  return { project, id: value(await project.createSession({})).summary.id };
}

/** Prompts the session and waits for its turn to end. */
async function prompt({ project, id }: Opened, text: string): Promise<Extract<SessionEvent, { type: 'turn.end' }>> {
  value(await project.command({ type: 'prompt', session: id, text, delivery: 'now' }));
  const { event } = await rig.envelopes.waitFor(({ session, event: { type } }) => session === id && type === 'turn.end');
  if (event.type !== 'turn.end') throw new Error('no end');
  return event;
}

async function children({ project, id }: Opened): Promise<readonly ChildItem[]> {
  const { items } = fold(emptyView(), value(await project.openSession(id)).events);
  return items.filter((item) => item.kind === 'child');
}

/** What the parent was told by its calls. */
function results({ body }: RecordedRequest): readonly unknown[] {
  return body.messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
}

function nth(requests: readonly RecordedRequest[], index: number): RecordedRequest {
  const request = requests[index];
  if (!request) throw new Error(`there are ${requests.length} requests`);
  return request;
}

const parentRequests = () => rig.server.requests.filter((request) => !childRequest(request));
const childRequests = () => rig.server.requests.filter(childRequest);

describe('a child that its call waits for', () => {
  it('sees nothing but its brief, and gives its last words back in call order', async () => {
    const opened = await setup({
      script: childScript([{ calls: [subAgent('explore', 'Find a.'), subAgent('review', 'Judge b.')] }, DONE], ({ task, round }) =>
        round === 0 && task === 'Find a.'
          ? { text: 'Looking.', calls: [{ name: 'ls', arguments: {} }] }
          : { text: `  ${task} is answered.\n` },
      ),
      files: { 'AGENTS.md': 'Rules of the house.' },
    });
    expect((await prompt(opened, 'A secret of the user.')).stop).toBe('complete');
    expect(results(nth(parentRequests(), 1))).toEqual(['  Find a. is answered.\n', '  Judge b. is answered.\n']);
    for (const { body } of childRequests()) expect(JSON.stringify(body)).not.toContain('A secret of the user');
    const first = childRequests().find((request) => childRequest(request)?.task === 'Find a.');
    expect(first?.body.messages.map(({ content }) => String(content).split('\n')[0])).toEqual([
      expect.stringMatching(/^You are a child session of Steiner, of the type explore/),
      '# Conventions of this project (AGENTS.md)',
      '# Objective',
    ]);
    expect(await children(opened)).toMatchObject([
      { agent: 'explore', task: 'Find a.', state: 'done', rounds: 2 },
      { agent: 'review', task: 'Judge b.', state: 'done', rounds: 1 },
    ]);
  });
  it('cannot write the project, with no tool and no command, nor start children', async () => {
    const attack = [
      'echo x > in-project.txt',
      'touch .steiner/plans/p .steiner/security/s .git/hooks/h',
      'git config core.pager x; git -c user.name=a -c user.email=b@c commit --allow-empty -m x',
      'mv readme.txt gone.txt; rm -rf readme.txt',
      'ln -s "$PWD" /tmp/l; echo x > /tmp/l/through.txt',
      'mount -o remount,rw . ; unshare -rm true && mount --bind /tmp . ; echo x > mounted.txt',
      'echo kept > /tmp/own; cat /tmp/own',
    ].join('\n');
    const opened = await setup({
      script: childScript([{ calls: [subAgent('review', 'Attack.')] }, DONE], ({ round }) => {
        if (round === 0) return bash(attack);
        if (round === 1) return { calls: [{ name: 'mutate', arguments: { operations: [{ type: 'create', path: 'x', content: 'x' }] } }] };
        return round === 2 ? { calls: [subAgent('explore', 'Deeper.')] } : DONE;
      }),
    });
    await prompt(opened, 'go');
    const [first, second, third, fourth] = childRequests();
    const offered = JSON.stringify(first?.body.tools);
    expect([offered.includes('the project is read-only'), offered.includes('write in the project')]).toEqual([true, false]);
    expect(JSON.stringify(parentRequests()[0]?.body.tools)).toContain('It can write in the project and in /tmp only');
    expect(second && results(second)[0]).toMatch(/^exit_code 0\n[\s\S]*kept\n/);
    expect(second && results(second)[0]).toContain('Read-only file system');
    expect(third && results(third)[1]).toBe('There is no tool "mutate". The tools are bash, bash_kill, bash_output, glob, grep, ls, read.');
    expect(fourth && results(fourth)[2]).toContain('There is no tool "sub_agent".');
    const { path } = rig.workspace;
    expect((await readdir(path)).filter((name) => name !== '.git').sort()).toEqual(['.steiner', 'readme.txt']);
    expect(await readFile(join(path, 'readme.txt'), 'utf8')).toBe('hello\n');
    const reports = ['plans', 'security'].map((name) => readdir(join(path, '.steiner', name)).catch(() => []));
    expect((await Promise.all(reports)).flat()).toEqual([]);
    expect(existsSync(join(path, '.git/hooks/h'))).toBe(false);
  });

  it('of the type sanity_check leaves behind what commands make, in plan mode nothing', async () => {
    const script = () =>
      childScript([{ calls: [subAgent('sanity_check', 'Build.')] }, DONE], ({ round }) =>
        round === 0 ? bash('echo x > built.txt') : DONE,
      );
    const opened = await setup({ script: script() });
    await prompt(opened, 'go');
    expect(existsSync(join(rig.workspace.path, 'built.txt'))).toBe(true);
    expect(JSON.stringify(childRequests()[0]?.body.tools)).toContain('It can write in the project and in /tmp only');
    await rig.close();
    rig = await createEngineRig({ script: script() });
    const project = await rig.open();
    const { id } = value(await project.createSession({ mode: 'plan' })).summary;
    await prompt({ project, id }, 'go');
    expect(existsSync(join(rig.workspace.path, 'built.txt'))).toBe(false);
  });

  it('is refused what needs a person where nobody is there, with a reason', async () => {
    const options: EngineRigOptions = {
      script: childScript([{ calls: [subAgent('explore', 'Look outside.')] }, DONE], ({ round }) =>
        round === 0 ? { calls: [{ name: 'ls', arguments: { path: '/var/tmp' } }] } : DONE,
      ),
      config: (url) => `${serverConfig(url)}paths: { project_root_only: true }\n`,
    };
    await prompt(await setup(options, { approvals: 'refuse' }), 'go');
    expect(String(results(nth(childRequests(), 1))[0])).toMatch(
      /^The use of \/var\/tmp was not allowed\. Reason: Nobody can be asked here/,
    );
    expect(rig.events.items.filter(({ type }) => type === 'approval.start')).toHaveLength(1);
  });

  it('tells OpenCode whose child it is, by what the parent is known as there', async () => {
    const opened = await setup({
      script: childScript([{ calls: [subAgent('explore', 'Look.')] }, DONE], () => DONE),
      config: (url) => serverConfig(url).replace('type: openai_compat,', 'type: opencode_zen, api_key: none,'),
    });
    await prompt(opened, 'go');
    const named = ({ headers }: RecordedRequest) => [headers['x-opencode-session'], headers['x-parent-session-id']];
    const [parent, child] = [named(nth(parentRequests(), 0)), named(nth(childRequests(), 0))];
    expect([parent, child]).toEqual([
      [opened.id, undefined],
      [expect.stringMatching(/^[0-9a-f]{32}$/), opened.id],
    ]);
    expect(child[0]).not.toBe(opened.id);
  });

  it('uses the model of its type, the session date and key of its type, and takes no messages', async () => {
    const opened = await setup({
      script: childScript(
        [{ calls: [subAgent('explore', 'One.'), subAgent('explore', 'Two.'), subAgent('review', 'Three.')] }, DONE],
        () => DONE,
      ),
      config: (url) =>
        serverConfig(url)
          .replace('default_model: scripted', 'default_model: scripted, sub_agents: { explore: quick }')
          .replace('definitions:\n', 'definitions:\n    quick: { provider: local, id: quick, retry: { enabled: false } }\n'),
    });
    await prompt(opened, 'go');
    const models = childRequests()
      .map((request) => [childRequest(request)?.task, request.body.model])
      .sort();
    expect(models).toEqual([
      ['One.', 'quick'],
      ['Three.', 'scripted'],
      ['Two.', 'quick'],
    ]);
    const [one, two, three] = await children(opened);
    const keys = await Promise.all(
      [one, two, three].map(async (item) => {
        const { events } = value(await opened.project.openSession(item?.id as SessionId));
        const start = events[0]?.event;
        return start?.type === 'session.start' ? start : undefined;
      }),
    );
    expect(keys.map((start) => [start?.parent, start?.agent, start?.title])).toEqual([
      [opened.id, 'explore', 'One.'],
      [opened.id, 'explore', 'Two.'],
      [opened.id, 'review', 'Three.'],
    ]);
    expect(keys[0]?.cacheKey).toBe(keys[1]?.cacheKey);
    expect(keys[2]?.cacheKey).not.toBe(keys[0]?.cacheKey);
    const refused = await opened.project.command({ type: 'prompt', session: one?.id as SessionId, text: 'more', delivery: 'now' });
    expect(refused).toMatchObject({ error: { code: 'bad_request', message: 'A child takes no messages of its own.' } });
    expect((await opened.project.listSessions()).map(({ id }) => id)).toEqual([opened.id]);
  });

  it('is partial when a limit comes first, after it was reminded, and what it said is a normal answer', async () => {
    const opened = await setup({
      script: childScript([{ calls: [subAgent('explore', 'Endless.')] }, DONE], ({ round }) => ({
        text: `Round ${round}.`,
        calls: [{ name: 'ls', arguments: {} }],
      })),
      config: (url) => `${serverConfig(url)}sub_agent: { max_turns: 15 }\n`,
    });
    await prompt(opened, 'go');
    expect(results(nth(parentRequests(), 1))).toEqual([
      expect.stringMatching(
        /^\[child \w{8} \(explore\): partial\. The turn stopped after 15 model requests\. Take what it did as not done\.\]\nRound 14\.$/,
      ),
    ]);
    const said = nth(childRequests(), 14).body.messages.filter(({ role, content }) => role === 'user' && String(content).startsWith('['));
    expect(said.map(({ content }) => String(content).slice(0, 33))).toEqual([
      '[7 of 15 requests are made, 8 are',
      '[11 of 15 requests are made, 4 ar',
      '[13 of 15 requests are made, 2 ar',
    ]);
  });

  it('ends with the turn that waits for it', async () => {
    const opened = await setup({
      script: childScript([{ calls: [subAgent('explore', 'Slow.')] }], () => ({
        text: 'Half.',
        calls: [{ name: 'bash', arguments: { command: 'echo up; sleep 1000' } }],
      })),
    });
    const ended = prompt(opened, 'go');
    await rig.events.waitFor((event) => event.type === 'tool.update');
    value(await opened.project.command({ type: 'stop', session: opened.id }));
    expect((await ended).stop).toBe('cancelled');
    expect(await children(opened)).toMatchObject([
      { state: 'cancelled', reason: 'It was stopped with the turn that waited for it, after 1 tool call.' },
    ]);
  });
});
