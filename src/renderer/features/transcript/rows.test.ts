import { describe, expect, it, test } from 'vitest';
import { emptyView, fold } from '../../../shared/fold.ts';
import type { ToolItem } from '../../../shared/fold-types.ts';
import type { StopReason } from '../../../shared/session.ts';
import { NO_USAGE } from '../../../shared/usage.ts';
import { scene } from '../../testing/scenes.ts';
import { groupSummary } from './group-summary.ts';
import { buildRows, rowIndexOf } from './rows.ts';
import { toolLine } from './tool-line.ts';

const rowsOf = (name: string) => buildRows(fold(emptyView(), scene(name).events).items);

function outline(name: string): readonly string[] {
  return rowsOf(name).map((row) => {
    if (row.kind === 'group') return `group: ${groupSummary(row.entries)}`;
    if (row.kind !== 'tool') return row.kind;
    const { verb, target, result } = toolLine(row.item);
    return `tool: ${[verb, target, result].filter(Boolean).join(' | ')}`;
  });
}

test('calls fold together; failures, edits and what waits keep a line', () => {
  expect(outline('approval')).toEqual([
    'user',
    'model',
    'group: Read 1 file, searched, listed 1 folder',
    'assistant',
    'tool: Ran | npx vitest run test/planner --reporter=dot | exit 1',
    'tool: Edited | src/berths/overlap.ts',
    'tool: Created | test/berths/overlap.test.ts',
    'user',
    'tool: Ran | npx vitest run | exit 0',
    'assistant',
    'turn',
    'user',
    'model',
    'assistant',
    'tool: Editing | /home/ana/.config/harbour/local.toml',
  ]);
});

test('calls without words of their own are named last in a group', () => {
  const [call] = fold(emptyView(), scene('finished').events).items.filter((item) => item.kind === 'tool');
  const named = (...names: readonly string[]) => groupSummary(names.flatMap((name) => (call === undefined ? [] : [{ ...call, name }])));
  expect(named('fetch_url', 'read', 'history', 'glob')).toBe('Read 1 file, looked for files, made 2 other calls');
  expect(named('history')).toBe('Made 1 other call');
});

test('keys of rows are unique and do not change when the session grows', () => {
  const short = rowsOf('finished').map((row) => row.key);
  const grown = rowsOf('queue').map((row) => row.key);
  expect(new Set(grown).size).toBe(grown.length);
  expect(grown.slice(0, short.length)).toEqual(short);
});

test('an item inside a group is found at its group', () => {
  const rows = rowsOf('finished');
  expect(rows[rowIndexOf(rows, 'c2')]?.kind).toBe('group');
  expect(rowIndexOf(rows, 'nowhere')).toBe(-1);
});

test('arguments that are not JSON leave a line without a target', () => {
  const [call] = fold(emptyView(), scene('queue').events).items.filter((item) => item.kind === 'tool');
  expect(call && toolLine({ ...call, name: 'read', arguments: '{"path": "src/a', state: 'pending' })).toMatchObject({
    verb: 'Reading',
    target: '',
  });
});

describe('groups of a transcript of which a part is held', () => {
  const calls = Array.from({ length: 6 }, (_, index) => ({
    ...{ kind: 'tool', id: `c${index}`, time: 0, name: 'read', arguments: '{}', state: 'done', output: '', approvals: [] },
  })) as readonly ToolItem[];

  it('are the same groups when more of them is held', () => {
    const newest = buildRows(calls.slice(3), [0]);
    expect(buildRows(calls, [0, 3]).slice(1)).toEqual(newest);
    expect(newest.map(({ key }) => key)).toEqual(['group:c3']);
  });
});

test('of the same problem several turns in a row only the last says it in full', () => {
  const turn = (id: string, message: string | undefined, stop: StopReason = 'error') =>
    ({ kind: 'turn', id, time: 0, stop, message, rounds: 0, usage: NO_USAGE, duration: 0, files: [] }) as const;
  const rows = buildRows([
    turn('t1', 'The server is away.'),
    turn('t2', 'The server is away.'),
    turn('t3', 'The key was refused.'),
    turn('t4', undefined, 'complete'),
    turn('t5', undefined, 'complete'),
    turn('t6', 'The key was refused.'),
  ]);

  expect(rows.map((row) => row.kind === 'turn' && row.repeated)).toEqual([true, false, false, false, false, false]);
});
