import { expect, it } from 'vitest';
import { operationOf } from './operation.ts';

it.each([
  ['grep', { pattern: 'foo', path: 'src' }, 'grep foo'],
  ['read', { path: 'src/a.ts', start_line: 3 }, 'read src/a.ts'],
  ['bash', { command: 'npm  test\n| tail', cwd: 'web' }, 'bash npm test | tail'],
  ['ls', {}, 'ls'],
  ['read', { path: ['a', 'b'] }, 'read'],
])('%s with %j reads %s', (name, input, words) => {
  expect(operationOf({ name, arguments: JSON.stringify(input) })).toBe(words);
});

it('is short, and the name alone for what is no JSON', () => {
  expect([...operationOf({ name: 'bash', arguments: JSON.stringify({ command: '🙂'.repeat(200) }) })]).toHaveLength('bash '.length + 80);
  expect(operationOf({ name: 'bash', arguments: '{"command":' })).toBe('bash');
});
