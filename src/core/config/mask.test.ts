import { expect, test } from 'vitest';
import { endsInTime } from '../testing/bounded-work.ts';
import { mask } from './mask.ts';

test('in an address what may be a secret is hidden, however many question marks it holds', () => {
  expect(mask('https://me:pw@host/a?token=b&plain#c', ['url'])).toBe('https://(set)@host/a?token=(set)&plain#c');
  expect(mask('https://host/a?b?token=c', ['url'])).toBe('https://host/a?b?token=(set)');
  const many = `https://host/${'?'.repeat(1_000_000)}`;
  expect(endsInTime(() => mask(many, ['url']))).toBe(many);
});

test.each([
  [
    ['serve', '--token', 'abc', '--port', '80'],
    ['serve', '--token', '(set)', '--port', '80'],
  ],
  [
    ['--api-key=abc', '--apiKey', 'abc', '-password', 'abc'],
    ['--api-key=(set)', '--apiKey', '(set)', '-password', '(set)'],
  ],
  [
    ['run', '-e', 'GITHUB_PAT=abc', '--env', 'A=b', '--env=A=b', 'API_TOKEN=abc'],
    ['run', '-e', 'GITHUB_PAT=(set)', '--env', 'A=(set)', '--env=A=(set)', 'API_TOKEN=(set)'],
  ],
  [
    ['-H', 'X-Team: abc', '--header=X-Team: abc', 'Authorization: Bearer abc'],
    ['-H', 'X-Team: (set)', '--header=X-Team: (set)', 'Authorization: (set)'],
  ],
  [
    ['--url=https://me:abc@h/?token=abc', 'postgres://me:abc@h/db'],
    ['--url=https://(set)@h/?token=(set)', 'postgres://(set)@h/db'],
  ],
  [
    ['-u', 'me:abc', 'ghp_0123456789abcdefghijABCDEFGHIJ012345'],
    ['-u', 'me:(set)', '(set)'],
  ],
  [
    ['--token', '--verbose', '--key-file', '/k', '--max-tokens', '5', '--author', 'me'],
    ['--token', '--verbose', '--key-file', '/k', '--max-tokens', '5', '--author', 'me'],
  ],
])('in the arguments %j of a program what may be a secret is hidden', (args, shown) => {
  expect(mask({ mcp: { servers: { a: { args } } } }, [])).toEqual({ mcp: { servers: { a: { args: shown } } } });
});

test('a command that is written with its arguments, and names in one word, hide their secrets as well', () => {
  const value = {
    command: 'npx server --token abc',
    env: { A: 'b' },
    options: { apiKey: 'abc', tokenizer: 'x' },
    args: [7, { password: 'abc' }],
  };
  expect(mask(value, [])).toEqual({
    command: 'npx server --token (set)',
    env: { A: '(set)' },
    options: { apiKey: '(set)', tokenizer: 'x' },
    args: [7, { password: '(set)' }],
  });
});

test('a long list of long arguments takes no longer than it is', () => {
  const args = Array.from({ length: 200 }, () => `--${'a-'.repeat(2_000)}=${'='.repeat(2_000)}`);
  expect(endsInTime(() => mask(args, ['args']))).toEqual(args);
});
