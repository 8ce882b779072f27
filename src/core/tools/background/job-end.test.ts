import { afterEach, expect, test } from 'vitest';
import type { Completion, SideWork } from '../../../shared/side-work.ts';
import { createToolRig, type ToolRig } from '../../testing/tool-rig.ts';

const FILE = '.steiner/tmp/artifacts/0123456789abcdef0123456789abcdef/bg_1.txt';

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** The tools of a session, and what they enter beside it. */
async function setup() {
  const begun: SideWork[] = [];
  const ended: Completion[] = [];
  const known: string[] = [];
  const side = {
    running: [],
    child: () => {},
    begin: (work: SideWork) => void begun.push(work),
    end: (completion: Completion) => void ended.push(completion),
    known: (id: string) => void known.push(id),
  };
  rig = await createToolRig({ side });
  return { ...rig, tools: rig.tools, begun, ended, known };
}

test('a command that ends by itself says how: exit code, the end of what it printed, and where all of it is', async () => {
  const { call, begun, ended } = await setup();
  await call('bash', { command: 'seq 1 5000;\n  exit 3', background: true, expect_end: true });
  await expect.poll(() => ended.length).toBe(1);
  expect(begun).toEqual([
    {
      ...{ id: 'bg_1', kind: 'command', title: 'seq 1 5000; exit 3', call: 'call_1', awaited: true },
      lost: `It ended when the session was closed or Steiner stopped. It may have done part of its work; what it printed until then is in ${FILE}.`,
    },
  ]);
  const [{ text = '', ...rest } = {}] = ended;
  expect(rest).toEqual({
    ...{ id: 'bg_1', kind: 'command', title: 'seq 1 5000; exit 3', call: 'call_1', status: 'failed' },
    facts: ['exit_code 3', `The end of its output follows; all 23893 bytes are in ${FILE}, which bash_output and read can page.`],
  });
  expect([text.length, text.endsWith('4999\n5000')]).toEqual([3_999, true]);
});

test('a server is not waited for', async () => {
  const { call, begun } = await setup();
  await call('bash', { command: 'sleep 60', background: true });
  expect(begun).toMatchObject([{ id: 'bg_1', awaited: false }]);
});

test('what is secret in the environment is in nothing that is told', async () => {
  const { call, ended } = await setup();
  await call('bash', { command: 'echo fine', background: true });
  await expect.poll(() => ended.length).toBe(1);
  expect(ended).toMatchObject([
    { status: 'done', text: 'fine', facts: ['exit_code 0', `Its output is also in ${FILE}, which bash_output and read can page.`] },
  ]);
});

test('a reading that shows the end is enough, also one that waits for it', async () => {
  const { call, write, ended, known } = await setup();
  await call('bash', { command: 'while [ ! -e go ]; do sleep 0.01; done', background: true });
  const waiting = call('bash_output', { id: 'bg_1', wait_seconds: 60 });
  await write('project/go', '');
  expect((await waiting).text).toContain('exit_code 0');
  await expect.poll(() => known).toContain('bg_1');
  expect(ended).toEqual([]);
});

test('a reading that was stopped shows nothing, so the end is told', async () => {
  const { call, write, ended } = await setup();
  await call('bash', { command: 'while [ ! -e go ]; do sleep 0.01; done', background: true });
  const stop = new AbortController();
  const waiting = call('bash_output', { id: 'bg_1', wait_seconds: 60 }, stop.signal);
  stop.abort();
  await waiting;
  await write('project/go', '');
  await expect.poll(() => ended).toMatchObject([{ id: 'bg_1', status: 'done' }]);
});

test('one that the model ended is known to it; one that plan mode ended is told quietly', async () => {
  const { call, tools, ended, known } = await setup();
  await call('bash', { command: 'sleep 60', background: true });
  await call('bash_kill', { id: 'bg_1' });
  await expect.poll(() => known).toEqual(['bg_1']);
  await call('bash', { command: 'sleep 60', background: true });
  tools.enter?.('plan');
  await expect
    .poll(() => ended)
    .toMatchObject([{ id: 'bg_2', status: 'cancelled', quiet: true, facts: [expect.stringContaining('plan mode'), expect.any(String)] }]);
  expect(ended).toHaveLength(1);
});
