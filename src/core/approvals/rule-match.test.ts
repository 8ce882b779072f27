import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { RuleDraft } from '../../shared/approvals.ts';
import { endsInTime } from '../testing/bounded-work.ts';
import { splitWords } from './command-words.ts';
import { ruleFault } from './rule-fault.ts';
import { covers, literalPath } from './rule-match.ts';
import { suggestPattern } from './suggest-pattern.ts';

const HOME = '/home/ana';

function command(pattern: string): RuleDraft {
  return { kind: 'command', access: 'run', pattern };
}

function fits(pattern: string, subject: string): boolean {
  return covers(command(pattern), { kind: 'command', access: 'run', subject });
}

describe('a command rule', () => {
  it.each([
    ['npm test *', 'npm test'],
    ['npm test *', 'npm test -- --run a.test.ts'],
    ['npm test *', "npm  test\t'a; b'"],
    ['npm test *', '"npm" test "a && b"'],
    ['npm run build:*', 'npm run build:web'],
    ['git log', 'git log'],
    ['cat a | wc -l', 'cat a | wc -l'],
  ])('%s covers %s', (pattern, subject) => expect(fits(pattern, subject)).toBe(true));

  it.each([
    ['npm test *', 'npm install'],
    ['npm test *', 'npm tests'],
    ['npm test', 'npm test x'],
    ['npm test *', 'X=1 npm test'],
    ...[
      '&& rm -rf ~',
      '; rm a',
      '| sh',
      '> /etc/passwd',
      '< a',
      '$(id)',
      '`id`',
      '$HOME',
      '& id',
      '\n id',
      '\\\n',
      '"$(id)"',
      '"`id`"',
    ].map((tail): [string, string] => ['npm test *', `npm test ${tail}`]),
    ['npm test *', "npm test 'a"],
    ['npm run build:*', 'npm run build:web again'],
    ['git log', 'git log;id'],
  ])('%s does not cover %j', (pattern, subject) => expect(fits(pattern, subject)).toBe(false));

  it('covers no command that has a shell character outside quotes, whatever else stands there', () => {
    const syntax = fc.constantFrom('`', '$', ';', '&', '|', '<', '>', '(', ')', '\n');
    const plain = fc.string({ unit: fc.constantFrom('a', ' ', '-', '=', '/', '.'), maxLength: 12 });
    fc.assert(fc.property(plain, syntax, plain, (a, bad, b) => !fits('npm test *', `npm test ${a}${bad}x${b}`)));
  });

  it('takes words apart as a shell does', () => {
    expect(splitWords(`a 'b c'"d\\"e" f\\ g ''`)?.map(({ text }) => text)).toEqual(['a', 'b cd"e', 'f g', '']);
  });
});

describe('a path rule', () => {
  const path = (pattern: string, access: 'read' | 'write', subject: string, wanted: 'read' | 'write') =>
    covers({ kind: 'path', access, pattern }, { kind: 'path', access: wanted, subject });

  it('covers the folder and what lies below, and writing includes reading', () => {
    const cases = [
      path('/srv/data', 'read', '/srv/data', 'read'),
      path('/srv/data/', 'read', '/srv/data/.a/b', 'read'),
      path('/srv/data', 'write', '/srv/data/a', 'read'),
      path('/srv/*/logs', 'read', '/srv/web/logs/today', 'read'),
      path('/srv/data', 'read', '/srv/data/a', 'write'),
      path('/srv/data', 'read', '/srv/database', 'read'),
      path('/srv/*/logs', 'read', '/srv/a/b/logs', 'read'),
    ];
    expect(cases).toEqual([true, true, true, true, false, false, false]);
  });

  it('made of a path covers that path, whatever its characters, and no other of that length', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'b', '*', '?', '[', ']', '{', '}', '!', '(', ')', '+', '@', '\\', ' '),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(path(literalPath(`/srv/${a}`), 'read', `/srv/${a}`, 'read')).toBe(true);
        expect(path(literalPath(`/srv/${a}`), 'read', `/srv/${b}`, 'read')).toBe(a === b);
      }),
    );
  });
});

test('a network rule covers its host, or the subdomains of a domain', () => {
  const host = (pattern: string, subject: string) =>
    covers({ kind: 'network', access: 'connect', pattern }, { kind: 'network', access: 'connect', subject });
  expect([
    host('example.org', 'EXAMPLE.org:443'),
    host('*.example.org', 'a.b.example.org'),
    host('*.example.org', 'example.org'),
    host('example.org', 'badexample.org'),
    host('*.example.org', 'badexample.org'),
  ]).toEqual([true, true, false, false, false]);
});

test.each([
  ['path', '/', true],
  ['path', '/**', true],
  ['path', '/*/a', true],
  ['path', '/home/ana', true],
  ['path', '/home', true],
  ['path', '/home/ana/src', false],
  ['path', '/srv/../etc', true],
  ['path', 'src', true],
  ['command', '*', true],
  ['command', 'np* test', true],
  ['command', ' ', true],
  ['command', 'npm *', false],
  ['network', '*', true],
  ['network', '*.org', true],
  ['network', '*.example.org', false],
  ['network', 'example.org/path', true],
] as const)('%s rule %s is refused: %s', (kind, pattern, refused) => {
  const access = kind === 'path' ? 'read' : kind === 'command' ? 'run' : 'connect';
  expect(ruleFault({ kind, access, pattern }, HOME) !== undefined).toBe(refused);
});

test.each([
  ['command', 'npm test -- a.test.ts', 'npm test *'],
  ['command', 'npm run lint', 'npm run lint *'],
  ['command', 'npm -w web test', 'npm -w web test'],
  ['command', 'rm -rf build', 'rm -rf build'],
  ['command', 'bash -c "npm test"', 'bash -c "npm test"'],
  ['command', 'npm test && git push', 'npm test && git push'],
  ['path', '/srv/data/a.csv', '/srv/data'],
  ['path', '/srv/data', '/srv/data'],
  ['path', '/home/ana/notes.txt', '/home/ana/notes.txt'],
  ['network', 'example.org:443', 'example.org'],
  ['loop', 'bash {}', undefined],
] as const)('for %s %j a person starts from %j', (kind, subject, pattern) => {
  const question = { kind, access: kind === 'path' ? ('read' as const) : ('run' as const), subject };
  expect(suggestPattern(question, HOME)).toBe(pattern);
  if (kind !== 'loop') expect(covers({ kind, access: question.access, pattern }, question)).toBe(true);
});

test.each([
  ['path', `/srv/${'*a'.repeat(100)}b`, `/srv/${'a'.repeat(2_000)}`],
  ['path', `/srv${'/'.repeat(500_000)}x`, '/srv/a'],
  ['command', `npm ${'*a'.repeat(100)}b`, `npm ${'a'.repeat(2_000)}`],
  ['command', 'npm test', `npm "${'\\\\a'.repeat(500_000)}`],
  ['network', 'example.org', '1:'.repeat(500_000)],
  ['network', 'example.org', '('.repeat(500_000)],
] as const)('a %s rule is looked at in a time that goes with its length (%#)', (kind, pattern, subject) => {
  const access = kind === 'path' ? 'read' : kind === 'command' ? 'run' : 'connect';
  expect(endsInTime(() => covers({ kind, access, pattern }, { kind, access, subject }))).toBe(false);
});
