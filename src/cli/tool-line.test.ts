import { describe, expect, test } from 'vitest';
import type { ToolDetail } from '../shared/tool-detail.ts';
import { PLAIN } from './style.ts';
import { callLine, callTitle, type EndedCall } from './tool-line.ts';

describe('what a call is about', () => {
  test.each([
    ['bash', '{"command":"npm test"}', 'bash npm test'],
    ['bash', '{"timeout":3,"command":"a\\n  b"}', 'bash a b'],
    ['grep', '{"path":"src","pattern":"x"}', 'grep src'],
    ['mutate', '{"operations":[]}', 'mutate'],
    ['mutate', '{"operations":[{"type":"move","from":"a","to":"b"},{"type":"create","path":"c"}]}', 'mutate a'],
    ['odd', 'not json', 'odd'],
    ['odd', '[1]', 'odd'],
    ['bash', '{"command":"printf \\u001b[2Jx"}', 'bash printf [2Jx'],
  ])('%s %s', (name, args, title) => {
    expect(callTitle(name, args)).toBe(title);
  });

  test('a long command is clipped', () => {
    expect(callTitle('bash', JSON.stringify({ command: 'x'.repeat(200) }))).toBe(`bash ${'x'.repeat(71)}…`);
  });
});

const ended = (detail: ToolDetail | undefined, isError = false): EndedCall => ({
  title: 'tool x',
  text: 'told',
  isError,
  detail,
  duration: 1_234,
});
const bash = { kind: 'bash', command: 'x', output: '', truncated: false, sandboxed: true } as const;
const change = { change: 'modified', patch: '' } as const;

describe('how an ended call reads', () => {
  test.each<[ToolDetail | undefined, string]>([
    [undefined, '• tool x … ok 1.2 s'],
    [{ kind: 'read', path: 'a', startLine: 1, endLine: 40, totalLines: 120 }, '• tool x … lines 1-40 of 120 1.2 s'],
    [{ kind: 'list', path: '.', entries: 1, more: false }, '• tool x … 1 entry 1.2 s'],
    [{ kind: 'grep', pattern: 'a', path: '.', matches: 3, files: 2, more: false }, '• tool x … 3 matches in 2 files 1.2 s'],
    [{ ...bash, exitCode: 0 }, '• tool x … ok 1.2 s'],
    [{ ...bash, exitCode: 0, refusedHosts: ['a.example'] }, '• tool x … a.example was refused, ok 1.2 s'],
    [{ ...bash, exitCode: 2 }, '• tool x … exit code 2 1.2 s'],
    [{ ...bash, exitCode: -1 }, '• tool x … stopped 1.2 s'],
    [
      {
        kind: 'mutate',
        changes: [
          { ...change, path: 'a.ts', added: 3, removed: 1 },
          { ...change, path: 'b.ts', added: 0, removed: 2 },
        ],
      },
      '• tool a.ts, b.ts … +3 -3 1.2 s',
    ],
  ])('%j', (detail, line) => {
    expect(callLine(ended(detail), PLAIN)).toBe(line);
  });

  test('a failure gives its reason', () => {
    expect(callLine(ended({ kind: 'error', error: 'policy_denied', message: 'Outside the\nproject.' }, true), PLAIN)).toBe(
      '• tool x … failed: Outside the project. 1.2 s',
    );
    expect(callLine(ended(undefined, true), PLAIN)).toBe('• tool x … failed: told 1.2 s');
    expect(callLine(ended({ ...bash, exitCode: 1 }, true), PLAIN)).toBe('• tool x … exit code 1 1.2 s');
  });
});
