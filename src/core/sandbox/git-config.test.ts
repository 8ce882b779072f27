import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseGitConfig } from './git-config.ts';

const TEXT = `# comment
[core]
	fsmonitor = "a b" ; comment
	bare
[Include "x"] path = one
[remote "a\\"b"]
	url = c\\
 continued = not a setting
	HooksPath = "x#y" # z
[a.b]
	c = d\\\\
	e = f
`;

test('settings come with their line, without quotes, escapes and comments', () => {
  expect(parseGitConfig(TEXT)).toEqual([
    { name: 'core.fsmonitor', value: 'a b', line: 2 },
    { name: 'core.bare', value: 'true', line: 3 },
    { name: 'include.path', value: 'one', line: 4 },
    { name: 'remote.url', value: 'c', line: 6 },
    { name: 'remote.hookspath', value: 'x#y', line: 8 },
    { name: 'a.b.c', value: 'd\\', line: 10 },
    { name: 'a.b.e', value: 'f', line: 11 },
  ]);
});

test('git itself finds the same settings', () => {
  const listed = execFileSync('git', ['config', '--file', '-', '--list', '--name-only'], { input: TEXT, encoding: 'utf8' });
  const names = listed
    .trimEnd()
    .split('\n')
    .map((name) => `${/^[^.]*/.exec(name)?.[0]}.${/[^.]*$/.exec(name)?.[0]}`);
  expect(parseGitConfig(TEXT).map(({ name }) => name.replace(/^a\.b/, 'a'))).toEqual(names);
});
