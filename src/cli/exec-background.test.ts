import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Script } from '../core/testing/model-script.ts';
import { createExecRig, type ExecRig, toldAt } from './testing/exec-rig.ts';

let rig: ExecRig;
afterEach(() => rig.close());

/** The model starts it in the background and stops; whatever it is told then, it says that it is done. */
async function start(command: string, more: object) {
  const script: Script = [
    { calls: [{ name: 'bash', arguments: { command, background: true, ...more } }] },
    { text: 'Started.' },
    { text: 'Seen.' },
  ];
  rig = await createExecRig(script);
  return { ...rig.start(['--unsafe', 'Do it']), server: rig.server, path: rig.workspace.path };
}

const ONCE_THERE = 'until [ -e go ]; do sleep 0.02; done; echo built; exit 2';

test('waits for a command that the model expects to end, and the model goes on with its result', async () => {
  const { code, terminal, server, path } = await start(ONCE_THERE, { expect_end: true });
  await terminal.written.waitFor(({ text }) => text.includes('waiting for background until [ -e go ]'));
  await writeFile(join(path, 'go'), '');
  expect({ code: await code, out: terminal.out() }).toEqual({ code: 0, out: 'Started.\nSeen.\n' });
  expect(terminal.err()).toMatch(/• background until \[ -e go \]; do .* … failed, exit_code 2 /);
  expect(toldAt(server, 2)).toContain('\nexit_code 2\n');
  expect(toldAt(server, 2)).toMatch(/\nOutput:\nbuilt\n\[End of result bg_1\]$/);
});

test('ends when the model stops, with what it started and does not expect to end', async () => {
  const { code, terminal, server, path } = await start('touch runs; sleep 600; touch woke', {});
  expect({ code: await code, out: terminal.out(), requests: server.requests.length }).toEqual({ code: 0, out: 'Started.\n', requests: 2 });
  expect(existsSync(join(path, 'woke'))).toBe(false);
});

test('Ctrl+C while it waits ends the command and the session', async () => {
  const { code, terminal, server } = await start('sleep 600', { expect_end: true });
  await terminal.written.waitFor(({ text }) => text.includes('waiting for background sleep 600'));
  terminal.raise('SIGINT');
  expect({ code: await code, requests: server.requests.length }).toEqual({ code: 130, requests: 2 });
});
