import { expect, test } from 'vitest';
import type { Completion, SideWork } from '../../shared/side-work.ts';
import { isBusy, sideWords } from './side-work.ts';

const build: SideWork = { id: 'bg_1', kind: 'command', title: 'npm run build', awaited: true };
const server: SideWork = { id: 'bg_2', kind: 'command', title: 'npm run dev', awaited: false };
const child: SideWork = { id: 'c1', kind: 'child', title: 'Look', awaited: true };
const done: Completion = { id: 'bg_1', kind: 'command', title: 'npm run build', status: 'done', facts: [], text: '' };
const turn = { id: 't1', startedAt: 0 };

test.each([
  ['nothing', { work: [], untold: [] }, '', false],
  ['a server', { work: [server], untold: [] }, '1 command in the background', false],
  [
    'what it waits for, and a server',
    { work: [build, server, child], untold: [] },
    'Waiting for 1 command and 1 child · 1 command in the background',
    true,
  ],
  ['a turn beside it', { work: [build], untold: [], turn }, '1 command in the background', true],
  ['a result that is about to be told', { work: [], untold: [done] }, 'Going on with results', true],
  ['results after a stop', { work: [build], untold: [done], held: 'stopped' }, '1 result held · 1 command in the background', false],
  ['results after a stop, and nothing else', { work: [], untold: [done], held: 'stopped' }, '1 result held', false],
  [
    'a result that is about to be told, and a server',
    { work: [server], untold: [done] },
    'Going on with results · 1 command in the background',
    true,
  ],
  ['a stop before there is a result', { work: [build], untold: [], held: 'stopped' }, '1 command in the background', false],
  ['what goes with the next prompt', { work: [], untold: [{ ...done, quiet: true }] }, '', false],
] as const)('%s', (_, view, words, busy) => {
  expect([sideWords(view), isBusy(view)]).toEqual([words, busy]);
});
