import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secretPaths } from '../../sandbox/secrets.ts';
import { png } from '../../testing/pictures.ts';
import { createSandboxRig, type SandboxRig } from '../../testing/sandbox-rig.ts';
import { hashBytes } from '../file-hash.ts';
import { locateRipgrep } from '../ripgrep.ts';
import { listProject } from './list-project.ts';
import { resolveMentions } from './resolve-mentions.ts';

let rig: SandboxRig;
let read: string[];
beforeEach(async () => {
  rig = await createSandboxRig({ git: false });
  read = [];
});
afterEach(() => rig.close());

function resolve(text: string, blocked: readonly string[] = []) {
  const { project: root, home, ports } = rig;
  const paths = { project_root_only: true, writable_paths: [], blocked_paths: [...blocked], exclude_paths: [], exclude_patterns: [] };
  const secrets = secretPaths({ home, platform: 'linux' }, ports.paths);
  const run = { processes: ports.processes, session: root, signal: new AbortController().signal };
  return resolveMentions(text, {
    policy: { root, home, paths, secrets, artifacts: join(root, '.steiner/tmp/artifacts/s'), shut: [], mode: () => 'build' },
    keepPicture: async (bytes, { name, mime, width, height }) => ({ blob: 'b'.repeat(64), mime, width, height, bytes: bytes.length, name }),
    list: (folder, most) => listProject(folder, most, { program: locateRipgrep, excludes: { root, home: root, paths, secrets }, run }),
    read: (path) => read.push(path),
  });
}

const LINES = Array.from({ length: 9 }, (_, index) => `line ${index + 1}\n`);
const WHOLE = { kind: 'file', path: 'src/a.ts', total: 9, hash: hashBytes(Buffer.from(LINES.join(''))) };

describe('what a prompt mentions', () => {
  test('is attached once, with its lines and hash, and counts as read', async () => {
    const file = await rig.write('project/src/a.ts', LINES.join(''));
    expect(await resolve('fix @src/a.ts:3-4 as in @src/a.ts, see @src/a.ts:3-4')).toEqual([
      { ...WHOLE, text: 'line 3\nline 4\n', start: 3, end: 4 },
      { ...WHOLE, text: LINES.join(''), start: 1, end: 9 },
    ]);
    expect(read).toEqual([file, file]);
  });

  test('may have spaces, be a picture by content, or be empty', async () => {
    await rig.write('project/my notes.md', '');
    await rig.write('project/shots/one', png(6, 4));
    expect(await resolve('@"my notes.md" @shots/one')).toMatchObject([
      { kind: 'file', path: 'my notes.md', start: 0, end: 0, total: 0, text: '' },
      { kind: 'picture', name: 'shots/one', width: 6, height: 4 },
    ]);
  });

  test('a folder is a list of what is not ignored', async () => {
    await rig.write('project/.gitignore', 'dist/\n');
    await rig.write('project/src/b.ts', 'b');
    await rig.write('project/src/deep/c.ts', 'c');
    await rig.write('project/src/dist/d.js', 'd');
    expect(await resolve('look at @src/')).toEqual([
      { kind: 'folder', path: 'src/', text: 'src/b.ts\nsrc/deep/c.ts\n', entries: 2, more: false },
    ]);
  });

  test('what there is not stays text', async () => {
    expect(await resolve('@types/node and @Component and @nowhere.ts:3')).toEqual([]);
  });

  test('of a long file the beginning goes, and where the rest is', async () => {
    await rig.write('project/long.txt', 'x\n'.repeat(5_000));
    expect(await resolve('@long.txt')).toMatchObject([
      { kind: 'file', start: 1, end: 2_000, total: 5_000, cut: 'lines 2001-5000 are left out, read them from offset 2001' },
    ]);
    expect(await resolve('@long.txt:10-12')).toMatchObject([{ start: 10, end: 12, text: 'x\nx\nx\n' }]);
  });

  test('together they are bounded, and what does not fit is named', async () => {
    const line = `${'y'.repeat(99)}\n`;
    for (const name of ['a', 'b', 'c', 'd', 'e']) await rig.write(`project/${name}.txt`, line.repeat(600));
    const attached = await resolve('@a.txt @b.txt @c.txt @d.txt @e.txt');
    expect(attached.map(({ kind }) => kind)).toEqual(['file', 'file', 'file', 'file', 'refused']);
  });
});

describe('what may not be read', () => {
  test.each([
    ['a secret', '@~/.ssh/id_rsa', 'it may hold keys, credentials or private data of the person'],
    ['a blocked folder', '@private/plan.txt', 'it is in `paths.blocked_paths`'],
    ['a link that leads to a secret', '@notes.txt', 'it may hold keys, credentials or private data of the person'],
    ['a link that leads out of the project', '@outside.txt', expect.stringContaining('it leads outside the project, to /')],
    ['a binary file', '@data.bin', 'it is a binary file'],
    ['lines past the end', '@short.txt:9', 'it has 1 lines, and line 9 is past the end'],
  ])('%s is refused with the reason', async (_, text, reason) => {
    await rig.write('home/.ssh/id_rsa', 'key');
    await rig.write('other.txt', 'other');
    await rig.write('project/private/plan.txt', 'plan');
    await rig.write('project/data.bin', Buffer.from([1, 0, 2]));
    await rig.write('project/short.txt', 'one\n');
    await mkdir(rig.project, { recursive: true });
    await symlink(join(rig.home, '.ssh/id_rsa'), join(rig.project, 'notes.txt'));
    await symlink(join(rig.base, 'other.txt'), join(rig.project, 'outside.txt'));
    expect(await resolve(text, ['private'])).toEqual([{ kind: 'refused', path: text.slice(1).replace(':9', ''), reason }]);
    expect(read).toEqual([]);
  });

  test('a place outside that the prompt itself names is read', async () => {
    const file = await rig.write('other.txt', 'other\n');
    expect(await resolve(`@${file}`)).toMatchObject([{ kind: 'file', path: file, text: 'other\n' }]);
  });
});
