import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chosenGates, GATES, judge } from './gates.mjs';
import { ROOT } from './run.mjs';

const passed = { status: 'passed', fullName: 'holds' };

it('every gate has tests that are there, or says what it waits for', () => {
  expect(GATES.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const gone = GATES.flatMap(({ number, needs, unit = [], e2e = [], measured = [] }) => {
    const files = [...unit, ...e2e, ...measured];
    if ((needs === undefined) === (files.length === 0)) return [`gate ${number}`];
    return files.filter((file) => !existsSync(join(ROOT, file)));
  });
  expect(gone).toEqual([]);
});

it('takes numbers, and names the gates when a word is none', () => {
  const numbers = (words: readonly string[]) => {
    const chosen = chosenGates(words);
    return typeof chosen === 'string' ? chosen : chosen.map(({ number }) => number);
  };
  expect([numbers(['10', '2']), numbers([]).length, numbers(['two'])]).toEqual([
    [2, 10],
    10,
    'There is no gate "two". The gates are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10.',
  ]);
});

it('a file that ran no test, did not load or has a failure is a fault, also beside others that passed', () => {
  const reports = [
    { name: '/r/a.test.ts', status: 'passed' as const, assertionResults: [passed, passed] },
    { name: '/r/b.test.ts', status: 'passed' as const, assertionResults: [{ status: 'skipped', fullName: 'later' }] },
    { name: '/r/c.test.ts', status: 'failed' as const, assertionResults: [] },
    { name: '/r/d.test.ts', status: 'failed' as const, assertionResults: [passed, { status: 'failed', fullName: 'breaks' }] },
  ];
  expect(judge(['a.test.ts'], reports)).toEqual({ passed: 2, faults: [] });
  expect(judge(['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts', 'e.test.ts'], reports)).toEqual({
    passed: 3,
    faults: ['b.test.ts: no test passed', 'c.test.ts: no test passed', 'd.test.ts: breaks', 'e.test.ts: no test passed'],
  });
});
