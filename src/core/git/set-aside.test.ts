import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';
import { type SetAside, setAside, stampsOf } from './set-aside.ts';

let workspace: TempWorkspace;
let root: string;
let outside: string;
beforeEach(async () => {
  workspace = await createTempWorkspace({ files: { 'src/a.txt': 'a\n', 'src/deep/b.txt': 'b\n' } });
  root = workspace.path;
  outside = join(root, '..', 'outside');
  await mkdir(outside);
});
afterEach(() => workspace.remove());

const PATHS = ['src/a.txt', 'src/deep/b.txt'];
const take = async (): Promise<SetAside> => setAside({ root, paths: PATHS, stamps: await stampsOf(root, PATHS) });
const text = (...parts: readonly string[]) => readFile(join(...parts), 'utf8').catch(() => undefined);
const asides = async () => (await readdir(root)).filter((name) => name.startsWith('.steiner-restore-'));

/** The folder lies outside by now, and a link to it stands in its place. */
async function swap(folder: string): Promise<void> {
  await rename(join(root, folder), join(outside, 'swapped'));
  await symlink(join(outside, 'swapped'), join(root, folder));
}

test('files are out of the way until they are put back or removed', async () => {
  const first = await take();
  expect([await text(root, 'src/a.txt'), await text(root, 'src/deep/b.txt')]).toEqual([undefined, undefined]);
  await writeFile(join(root, 'src/a.txt'), 'saved meanwhile\n');
  await first.restore();
  expect([await text(root, 'src/a.txt'), await text(root, 'src/deep/b.txt'), await asides()]).toEqual(['saved meanwhile\n', 'b\n', []]);
  await (await take()).discard();
  expect([await text(root, 'src/a.txt'), await text(root, 'src/deep/b.txt'), await asides()]).toEqual([undefined, undefined, []]);
});

test('a file that is not as it was is found, and everything is in its place again', async () => {
  const stamps = await stampsOf(root, PATHS);
  await writeFile(join(root, 'src/deep/b.txt'), 'longer than before\n');
  await expect(setAside({ root, paths: PATHS, stamps })).rejects.toThrow('src/deep/b.txt was changed at the same moment.');
  expect([await text(root, 'src/a.txt'), await text(root, 'src/deep/b.txt'), await asides()]).toEqual(['a\n', 'longer than before\n', []]);
});

test('nothing is taken out of a folder that a link leads to, although the file there is the same', async () => {
  const stamps = await stampsOf(root, PATHS);
  await swap('src/deep');
  await expect(setAside({ root, paths: PATHS, stamps })).rejects.toThrow('src/deep/b.txt was changed at the same moment.');
  expect([await text(outside, 'swapped', 'b.txt'), await text(root, 'src/a.txt'), await asides()]).toEqual(['b\n', 'a\n', []]);
});

test('nothing is put back through a link: it stays aside, and is said to be there', async () => {
  const taken = await take();
  await swap('src/deep');
  const [folder = ''] = await asides();
  await expect(taken.restore()).rejects.toThrow(`what belongs in it is in ${join(root, folder)}`);
  expect([await readdir(join(outside, 'swapped')), await text(root, 'src/a.txt')]).toEqual([[], 'a\n']);
  expect(await text(root, folder, '1')).toBe('b\n');
});
