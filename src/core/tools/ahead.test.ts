import { setImmediate as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SandboxDecision } from '../sandbox/sandbox.ts';
import { createAhead } from './ahead.ts';

const DECISION: SandboxDecision = { type: 'unsafe', env: {}, tmp: '/t' };

function record(): { readonly calls: string[]; readonly ahead: ReturnType<typeof createAhead> } {
  const calls: string[] = [];
  const sandbox = {
    prepare: (_: SandboxDecision, { cwd, owner }: { cwd: string; owner: string }) => void calls.push(`prepare ${owner} in ${cwd}`),
    rest: (owner: string) => void calls.push(`rest ${owner}`),
  };
  return { calls, ahead: createAhead({ sandbox, session: 's', root: '/p' }) };
}

test('after a command a sandbox is made ready beside the next request, and not after other calls', async () => {
  const { calls, ahead } = record();
  ahead.expect();
  await later();
  expect(calls).toEqual(['rest s']);
  ahead.note(DECISION);
  ahead.expect();
  expect(calls).toEqual(['rest s']);
  await later();
  expect(calls).toEqual(['rest s', 'prepare s in /p']);
  ahead.expect();
  await later();
  expect(calls).toEqual(['rest s', 'prepare s in /p', 'rest s']);
});

test('a turn that ends holds nothing, also what was only about to be made ready', async () => {
  const { calls, ahead } = record();
  ahead.note(DECISION);
  ahead.expect();
  ahead.rest();
  await later();
  expect(calls).toEqual(['rest s']);
});
