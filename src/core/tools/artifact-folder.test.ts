import { mkdir, readdir, readFile, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';
import { makeRoom, openArtifactFile, removeArtifacts } from './artifact-folder.ts';

let workspace: TempWorkspace;
let folder: string;
beforeEach(async () => {
  workspace = await createTempWorkspace();
  folder = join(workspace.path, '.steiner', 'tmp', 'artifacts', 's');
});
afterEach(() => workspace.remove());

async function put(name: string, text: string, age = 0): Promise<void> {
  const file = await openArtifactFile(folder, name, false);
  await file.writeFile(text);
  await file.close();
  const time = new Date(2026, 10, 1 - age);
  await utimes(join(folder, name), time, time);
}

/** The folder is somewhere else by now, and a link stands in its place. */
async function swap(): Promise<string> {
  const elsewhere = join(workspace.path, 'elsewhere');
  await rename(folder, elsewhere);
  await symlink(elsewhere, folder);
  return elsewhere;
}

test('the oldest go until there is room, and what is not of that kind stays', async () => {
  await put('a.txt', 'x'.repeat(40), 3);
  await put('b.txt', 'x'.repeat(40), 2);
  await put('c.txt', 'x'.repeat(40), 1);
  await put('pasted.txt', 'x'.repeat(400), 9);
  const of = (name: string) => name.length === 5;
  await makeRoom(folder, { bytes: 100, of, keepsNames: false });
  expect(await readdir(folder)).toEqual(['b.txt', 'c.txt', 'pasted.txt']);
  await makeRoom(folder, { bytes: 50, of, keepsNames: true });
  expect([await readdir(folder), await readFile(join(folder, 'b.txt'), 'utf8')]).toEqual([['b.txt', 'c.txt', 'pasted.txt'], '']);
});

test('a folder is removed with its files, and what is no file of ours stays with it', async () => {
  await put('a.txt', 'x');
  await removeArtifacts(folder);
  expect(await readdir(join(folder, '..'))).toEqual([]);
  await removeArtifacts(folder);
  await put('a.txt', 'x');
  await mkdir(join(folder, 'own'));
  await removeArtifacts(folder);
  expect(await readdir(folder)).toEqual(['own']);
});

test('nothing is written, emptied or removed through a link', async () => {
  await put('a.txt', 'kept');
  const elsewhere = await swap();
  await expect(openArtifactFile(folder, 'b.txt', false)).rejects.toMatchObject({ code: 'ENOTDIR' });
  await makeRoom(folder, { bytes: 0, of: () => true, keepsNames: true });
  await removeArtifacts(folder);
  expect([await readdir(elsewhere), await readFile(join(elsewhere, 'a.txt'), 'utf8')]).toEqual([['a.txt'], 'kept']);

  const inside = join(workspace.path, 'inside.txt');
  await writeFile(inside, 'kept');
  folder = join(folder, '..', 't');
  await put('real.txt', 'x');
  await symlink(inside, join(folder, 'link.txt'));
  await expect(openArtifactFile(folder, 'link.txt', false)).rejects.toMatchObject({ code: 'ELOOP' });
  await removeArtifacts(folder);
  expect(await readFile(inside, 'utf8')).toBe('kept');
});
