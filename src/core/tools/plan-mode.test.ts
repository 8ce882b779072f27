import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { callIdSchema } from '../../shared/ids.ts';
import { createToolRig, type ToolRig, type ToolRigOptions } from '../testing/tool-rig.ts';

let rig: ToolRig | undefined;
afterEach(() => rig?.close());

async function planRig(options?: ToolRigOptions): Promise<ToolRig> {
  rig = await createToolRig(options);
  rig.mode = 'plan';
  return rig;
}

function create(path: string) {
  return { operations: [{ type: 'create', path, content: 'x' }] };
}

test('plan mode writes plans and audit reports and nothing else, without asking', async () => {
  const { call, project, asked } = await planRig();
  await mkdir(join(project, '.steiner', 'plans'), { recursive: true });
  const outcomes = [];
  for (const path of ['.steiner/plans/one.md', 'src.txt', '.steiner/notes.md', '/etc/steiner.txt']) {
    const { isError, detail } = await call('mutate', create(path));
    outcomes.push([path, isError, detail?.kind === 'error' ? detail.error : detail?.kind]);
  }
  expect(outcomes).toEqual([
    ['.steiner/plans/one.md', false, 'mutate'],
    ['src.txt', true, 'policy_denied'],
    ['.steiner/notes.md', true, 'policy_denied'],
    ['/etc/steiner.txt', true, 'policy_denied'],
  ]);
  expect(asked).toEqual([]);
});

test('a plan folder that is a link to the project opens nothing', async () => {
  const { call, project } = await planRig();
  await mkdir(join(project, '.steiner'), { recursive: true });
  await symlink(project, join(project, '.steiner', 'plans'));
  expect(await call('mutate', create('.steiner/plans/src.txt'))).toMatchObject({ isError: true, detail: { error: 'policy_denied' } });
});

test('in plan mode commands see the project read-only but for plans and reports, and build opens it again', async () => {
  const made = await planRig();
  await made.write('project/src.txt', 'one\n');
  const command = 'cat src.txt; echo two > src.txt; touch new.txt; mkdir -p .steiner/plans && echo plan > .steiner/plans/a.md; cat src.txt';
  const { text } = await made.call('bash', { command });
  expect(text).toContain('Read-only file system');
  const kept = async () => [await readdir(made.project), await readFile(join(made.project, 'src.txt'), 'utf8')];
  expect(await kept()).toEqual([['.git', '.steiner', 'src.txt'], 'one\n']);
  expect(await readFile(join(made.project, '.steiner', 'plans', 'a.md'), 'utf8')).toBe('plan\n');
  made.mode = 'build';
  await made.call('bash', { command: 'echo two > src.txt' });
  expect(await kept()).toEqual([['.git', '.steiner', 'src.txt'], 'two\n']);
  expect(made.asked).toEqual([]);
});

test('a switch in the middle of a turn holds for the next call', async () => {
  const made = await planRig();
  made.mode = 'build';
  expect((await made.call('mutate', create('a.txt'))).isError).toBe(false);
  made.mode = 'plan';
  expect((await made.call('mutate', create('b.txt'))).isError).toBe(true);
});

/** The person is at a question when the session is switched, and allows it afterwards. */
async function switchWhileAsked(options?: ToolRigOptions): Promise<ToolRig> {
  const made = await planRig(options);
  made.mode = 'build';
  made.answer = async () => {
    made.mode = 'plan';
    return { type: 'allow_once' };
  };
  return made;
}

test('a command that was asked about in build mode runs in the mode that holds when it is allowed', async () => {
  const made = await switchWhileAsked();
  const { text } = await made.call('bash', { command: `echo x > ${made.project}/x`, cwd: '/var/tmp' });
  expect(text).toContain('Read-only file system');
  expect(await readdir(made.project)).toEqual(['.git', '.steiner']);
  expect(made.asked.map(({ kind }) => kind)).toEqual(['path']);
});

test('without a sandbox such a command is asked about again, as one that could write', async () => {
  const made = await switchWhileAsked({ config: { sandbox: { enabled: false } } });
  await made.call('bash', { command: 'true', cwd: '/var/tmp' });
  expect(made.asked.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['path', '/var/tmp'],
    ['command', 'true'],
  ]);
});

test('of several files none is written when the mode is switched at the question about one', async () => {
  const made = await switchWhileAsked();
  const operations = ['inside.txt', join(made.base, 'outside.txt')].map((path) => ({ type: 'create', path, content: 'x' }));
  expect(await made.call('mutate', { operations })).toMatchObject({ isError: true, detail: { error: 'policy_denied' } });
  expect([await readdir(made.project), await readdir(made.base)]).toEqual([
    ['.git', '.steiner'],
    ['home', 'project', 'steiner'],
  ]);
});

test('a switch while a call begins holds for that call', async () => {
  const made = await planRig();
  made.mode = 'build';
  const begin = async () => {
    made.mode = 'plan';
  };
  const command = { type: 'tool_call', id: callIdSchema.parse('late'), name: 'bash', arguments: '{"command": "echo x > x"}' } as const;
  const never = async () => ({ type: 'deny' }) as const;
  const { text } = await made.tools.execute(command, { signal: new AbortController().signal, begin, output: () => {}, ask: never });
  expect(text).toContain('Read-only file system');
  const written = { ...command, name: 'mutate', arguments: JSON.stringify(create('y')) };
  made.mode = 'build';
  const outcome = await made.tools.execute(written, { signal: new AbortController().signal, begin, output: () => {}, ask: never });
  expect(outcome).toMatchObject({ isError: true, detail: { error: 'policy_denied' } });
  expect(await readdir(made.project)).toEqual(['.git', '.steiner']);
});

test('without a sandbox a command that begins as the mode is switched does not run unasked', async () => {
  const made = await planRig({ config: { sandbox: { enabled: false } } });
  made.mode = 'build';
  const begin = async () => {
    made.mode = 'plan';
  };
  const call = { type: 'tool_call', id: callIdSchema.parse('late'), name: 'bash', arguments: '{"command": "echo x > x"}' } as const;
  const ask = () => Promise.reject(new Error('nobody is asked of a call that has begun'));
  const outcome = await made.tools.execute(call, { signal: new AbortController().signal, begin, output: () => {}, ask });
  expect(outcome.text).toBe(
    'The command was not allowed. Reason: the mode was switched just as the call began. Nothing was done; call it again.',
  );
  expect(await readdir(made.project)).toEqual(['.git', '.steiner']);
});

test('in build mode too, of .steiner plans and reports can be written, by every tool and from the beginning', async () => {
  const made = await planRig();
  made.mode = 'build';
  expect((await made.call('mutate', create('.steiner/plans/a.md'))).text).toContain('created .steiner/plans/a.md');
  expect((await made.call('bash', { command: 'echo x > .steiner/security/b.md' })).isError).toBe(false);
  expect((await made.call('mutate', create('.steiner/plans/deep/c.md'))).isError).toBe(false);
  const { text } = await made.call('mutate', create('.steiner/other.txt'));
  expect(text).toBe(
    '.steiner/other.txt cannot be used: Steiner keeps its own files there; only .steiner/plans and .steiner/security can be written.',
  );
});
