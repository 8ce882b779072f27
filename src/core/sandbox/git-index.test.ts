import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gitlinkReader, type HashBytes } from './git-index.ts';

let tree: string;
beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'steiner-index-'));
});
afterEach(() => rm(tree, { recursive: true, force: true, maxRetries: 10 }));

function git(args: readonly string[], input = ''): string {
  const env = { PATH: process.env.PATH, HOME: tree, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  return execFileSync('git', args, { cwd: tree, env, input: Buffer.from(input), encoding: 'latin1', stdio: ['pipe', 'pipe', 'ignore'] });
}

/** What git itself says, names as bytes. */
function known(): readonly string[] {
  const entries = git(['ls-files', '--stage', '-z']).split('\0');
  return entries.filter((entry) => entry.startsWith('160000')).map((entry) => entry.slice(entry.indexOf('\t') + 1));
}

function read(hashBytes: HashBytes): readonly string[] {
  const links = gitlinkReader()(join(tree, '.git', 'index'), hashBytes);
  return links.map((link) => (typeof link === 'string' ? Buffer.from(link, 'utf8') : link).toString('latin1'));
}

const NAMES = [
  'a link',
  'libs/long/er/name-that-shares',
  'libs/long/er/name-that-shares-more',
  'line\nbreak',
  'quote\'"\\',
  'ümlaut',
  'x'.repeat(4_200),
];

/** Links among plain files whose names they share beginnings with. */
async function fill(format: string): Promise<void> {
  git(['init', '--quiet', '--object-format', format]);
  await mkdir(join(tree, 'libs', 'long'), { recursive: true });
  for (const name of ['b', 'libs/a', 'libs/long/e', 'zlink']) await writeFile(join(tree, name), name);
  git(['add', '--all']);
  const id = 'a'.repeat(format === 'sha256' ? 64 : 40);
  const lines = NAMES.map((name) => `160000 ${id} 0\t${name}\0`).join('');
  git(['update-index', '-z', '--index-info'], lines);
}

test.each<[format: string, bytes: HashBytes, version: string]>([
  ['sha1', 20, '2'],
  ['sha1', 20, '4'],
  ['sha256', 32, '2'],
  ['sha256', 32, '4'],
])('gitlinks of an index with %s (%i bytes), version %s, are those that git lists', async (format, bytes, version) => {
  await fill(format);
  git(['update-index', '--index-version', version]);
  expect(read(bytes)).toHaveLength(NAMES.length);
  expect(read(bytes)).toEqual(known());
});

test('flags of version 3 are passed over', async () => {
  await fill('sha1');
  await writeFile(join(tree, 'new'), 'new');
  git(['add', '--intent-to-add', 'new']);
  expect(read(20)).toEqual(known());
});

test('a split index is read with the file it builds on', async () => {
  await fill('sha1');
  git(['update-index', '--split-index']);
  git(['update-index', '-z', '--index-info'], `160000 ${'b'.repeat(40)} 0\tlater\0`);
  expect([...read(20)].sort()).toEqual([...known()].sort());
  expect(read(20)).toContain('later');
});

test('a name that is no text is given as its bytes', async () => {
  await fill('sha1');
  execFileSync('git', ['update-index', '-z', '--index-info'], {
    cwd: tree,
    input: Buffer.concat([Buffer.from(`160000 ${'b'.repeat(40)} 0\tn`), Buffer.from([255, 0])]),
  });
  expect(gitlinkReader()(join(tree, '.git', 'index'), 20).filter((link) => typeof link !== 'string')).toEqual([Buffer.from([110, 255])]);
});

test('a reader sees each change, and nothing where there is no index or a damaged one', async () => {
  await fill('sha1');
  const links = gitlinkReader();
  const index = join(tree, '.git', 'index');
  for (let round = 0; round < 5; round += 1) {
    git(['update-index', '-z', '--index-info'], `160000 ${'b'.repeat(40)} 0\tround${round}\0`);
    expect(links(index, 20)).toContain(`round${round}`);
    git(['update-index', '--force-remove', `round${round}`]);
    expect(links(index, 20)).not.toContain(`round${round}`);
  }
  await writeFile(index, Buffer.concat([Buffer.from('DIRC\0\0\0\x02\0\0\x10\0'), Buffer.from([0, 0, 0xe0, 0])]));
  expect(links(index, 20)).toEqual([]);
  await rm(index);
  expect(links(index, 20)).toEqual([]);
});
