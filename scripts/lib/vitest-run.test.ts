import { expect, it } from 'vitest';
import { count } from './vitest-run.mjs';

it.each([
  ['all passed', { numPassedTests: 3, numFailedTests: 0, success: true }, 0, { passed: 3, failed: 0 }],
  ['some failed', { numPassedTests: 3, numFailedTests: 2, success: false }, 1, { passed: 3, failed: 2 }],
  ['a file did not load', { numPassedTests: 3, numFailedTests: 0, success: false }, 1, { passed: 3, failed: 1 }],
  ['an error outside the tests', { numPassedTests: 3, numFailedTests: 0, success: true }, 1, { passed: 3, failed: 1 }],
  ['nothing ran', { numPassedTests: 0, numFailedTests: 0, success: true }, 0, { passed: 0, failed: 1 }],
  ['the runner wrote no report', undefined, 1, { passed: 0, failed: 1 }],
])('counts when %s', (_case, report, code, tally) => {
  expect(count(report, code)).toEqual(tally);
});
