import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandboxRig, type SandboxRig } from '../../testing/sandbox-rig.ts';
import { bubblewrapLauncher } from '../launcher.ts';
import { SHELL } from '../sandbox.ts';
import { createSessionStarters } from './session-starters.ts';
import { stageStamp } from './stage-stamp.ts';

const RUNNER = { owner: 'session', label: 'test' };

let rig: SandboxRig;
beforeEach(async () => {
  rig = await createSandboxRig();
});
afterEach(() => rig.close());

async function stagedLine() {
  const decision = await rig.sandbox.decide({ id: 'session', root: rig.project });
  if (decision.type !== 'sandboxed') throw new Error('there is no sandbox here');
  const traits = { masks: [], leaked: [], isRoot: process.getuid?.() === 0, nests: true };
  const launcher = bubblewrapLauncher({
    filter: undefined,
    group: undefined,
    traits,
    programs: { bash: '/usr/bin/bash', nsenter: '/usr/bin/nsenter', isFound: () => true },
  });
  const line = launcher.waiting?.('/usr/bin/bwrap', decision.policy, { argv: SHELL, cwd: rig.project });
  if (!line?.stage) throw new Error('there are no stages here');
  return line;
}

test('of a process whose root cannot be seen there is no stamp', () => {
  expect(stageStamp(process.pid)).toMatch(/^\d+:.*\n\d+:/);
  expect(stageStamp(2 ** 22 + 1)).toBeUndefined();
});

test('a stage that cannot be looked into runs no command', async () => {
  const line = await stagedLine();
  const blind = createSessionStarters(rig.ports.processes, () => undefined);
  expect([await blind.start(line, 'echo on', RUNNER), await blind.start(line, 'echo on', RUNNER)]).toEqual([undefined, undefined]);
  const seeing = createSessionStarters(rig.ports.processes);
  const child = await seeing.start(line, 'echo on', RUNNER);
  expect(child && (await text(child.stdout))).toBe('on\n');
});
