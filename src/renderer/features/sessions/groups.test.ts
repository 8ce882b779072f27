import { expect, test } from 'vitest';
import { SESSIONS } from '../../testing/fixtures.ts';
import { groupSessions, listedSessions } from './groups.ts';

const NOW = new Date(2026, 10, 18, 12).getTime();
const HOUR = 3_600_000;

const at = (index: number, hours: number, marks: object = {}) => {
  const [base] = SESSIONS;
  if (!base) throw new Error('there are no sessions');
  return { ...base, title: String(index), updatedAt: NOW - hours * HOUR, ...marks };
};

const LIST = [
  at(0, 1),
  at(1, 11),
  at(2, 13),
  at(3, 50, { pinned: true }),
  at(4, 75, { archived: true }),
  at(5, 75),
  at(6, 400),
  at(7, 9_000),
];

const names = (filter: Parameters<typeof groupSessions>[1]) =>
  groupSessions(listedSessions(LIST, filter), filter, NOW).map(({ title, sessions }) => [
    title,
    sessions.map((session) => session.title).join(),
  ]);

test('pinned sessions stand first, the others by day', () => {
  expect(names('all')).toEqual([
    ['Pinned', '3'],
    ['Today', '0,1'],
    ['Yesterday', '2'],
    ['Sunday', '5'],
    ['1 November', '6'],
    ['8 November 2025', '7'],
  ]);
});

test('a filter shows its own', () => {
  expect([names('pinned'), names('archived')]).toEqual([[['Monday', '3']], [['Sunday', '4']]]);
});
