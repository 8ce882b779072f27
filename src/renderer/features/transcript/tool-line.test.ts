import { expect, it } from 'vitest';
import { endsInTime } from '../../../core/testing/bounded-work.ts';
import type { ToolItem } from '../../../shared/fold-types.ts';
import { toolLine } from './tool-line.ts';

const item: ToolItem = { kind: 'tool', id: 'c', time: 0, name: 'mutate', arguments: '', state: 'done', output: '', approvals: [] };
const EDIT = '{"operations":[{"type":"create","path":"/etc/x","content":""}]}';
const run = { kind: 'bash', command: 'false', exitCode: 1, output: '', truncated: false, sandboxed: true } as const;

it.each<[string, Partial<ToolItem>, ReturnType<typeof toolLine>]>([
  ['going on', { arguments: EDIT, state: 'running' }, { verb: 'Editing', target: '/etc/x' }],
  [
    'refused',
    { arguments: EDIT, state: 'failed', text: 'Not allowed.' },
    { verb: 'Did not edit', target: '/etc/x', result: 'Not allowed.' },
  ],
  [
    'failing',
    { name: 'bash', state: 'failed', arguments: '{"command":"false"}', detail: run },
    { verb: 'Ran', target: 'false', result: 'exit 1' },
  ],
  [
    'that was refused a host',
    { name: 'bash', arguments: '{"command":"curl a"}', detail: { ...run, exitCode: 0, refusedHosts: ['a.example'] } },
    { verb: 'Ran', target: 'curl a', result: 'a.example was refused · exit 0' },
  ],
  [
    'that was refused several',
    { name: 'bash', arguments: '{"command":"npm i"}', detail: { ...run, refusedHosts: ['a.example', 'b.example'] } },
    { verb: 'Ran', target: 'npm i', result: '2 hosts were refused: a.example, b.example · exit 1' },
  ],
  [
    'done',
    { name: 'ls', arguments: '{}', detail: { kind: 'list', path: '.', entries: 1, more: false } },
    { verb: 'Listed', target: '.', result: '1 entry' },
  ],
])('a call %s is said in one line', (_name, given, line) => {
  expect(toolLine({ ...item, ...given })).toEqual(line);
});

it('a command of any length is said in one line', () => {
  const command = (text: string) => JSON.stringify({ command: text });
  const target = (text: string) => toolLine({ ...item, name: 'bash', arguments: command(text) }).target;
  expect(target(' a \n\n  b\nc ')).toBe('a ⏎ b ⏎ c');
  expect(endsInTime(() => target(`a${' '.repeat(1_000_000)}b`)).length).toBe(1_000_002);
});
