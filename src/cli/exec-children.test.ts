import { afterEach, expect, test } from 'vitest';
import { childRequest, childScript, subAgent } from '../core/testing/child-script.ts';
import { asked, createExecRig, type ExecRig, OUTSIDE } from './testing/exec-rig.ts';

const rigs: ExecRig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

/** Two children, each of which reads a file that is asked about. */
async function start(options: { readonly interactive: boolean }) {
  const tasks = ['Read the one.', 'Read the other.'].map((task) => subAgent('explore', task));
  const script = childScript([{ calls: tasks }, { text: 'Done.' }], ({ task, round }) =>
    round === 0 ? { calls: [{ name: 'read', arguments: { path: OUTSIDE } }] } : { text: `${task} answered` },
  );
  const rig = await createExecRig(script);
  rigs.push(rig);
  const told = () =>
    rig.server.requests
      .filter((request) => childRequest(request)?.round === 1)
      .map(({ body }) => String(body.messages.at(-1)?.content))
      .sort();
  return { ...rig.start(['Look around'], options), told };
}

const QUESTION = /\? child explore, Read the (one|other)\.: read asks to read \/etc\/hosts$/gm;

test('what children ask is asked at the terminal one after the other, by the name of the child', async () => {
  const { code, terminal, told } = await start({ interactive: true });
  await terminal.written.waitFor(asked);
  expect(terminal.err().match(QUESTION)).toHaveLength(1);
  terminal.type('y\n');
  await terminal.written.waitFor(() => terminal.written.items.filter(asked).length === 2);
  terminal.type('n\n');
  await terminal.written.waitFor(({ text }) => text.includes('Reason for the model'));
  terminal.type('once is enough\n');
  expect([await code, terminal.out()]).toEqual([0, 'Done.\n']);
  expect(new Set(terminal.err().match(QUESTION)).size).toBe(2);
  const [denied, allowed] = told()
    .map((text) => text.includes('once is enough'))
    .sort()
    .reverse();
  expect([denied, allowed]).toEqual([true, false]);
});

test('an answer for the session settles what the other child asks', async () => {
  const { code, terminal, told } = await start({ interactive: true });
  await terminal.written.waitFor(asked);
  terminal.type('a\n');
  expect([await code, terminal.err().match(QUESTION)?.length]).toEqual([0, 1]);
  expect(told().map((text) => text.includes('not allowed'))).toEqual([false, false]);
});

test('Ctrl+C while a child asks withdraws the question and stops all of it', async () => {
  const { code, terminal, told } = await start({ interactive: true });
  await terminal.written.waitFor(asked);
  terminal.raise('SIGINT');
  expect([await code, terminal.err().match(QUESTION)?.length, told()]).toEqual([130, 1, []]);
  expect(terminal.err()).toContain('stopped: cancelled');
});

test('without a terminal both are refused, with a reason', async () => {
  const { code, terminal, told } = await start({ interactive: false });
  expect([await code, terminal.err().match(QUESTION)]).toEqual([0, null]);
  for (const text of told()) expect(text).toContain('Reason: Nobody can be asked here, so it was refused.');
  expect(told()).toHaveLength(2);
});
