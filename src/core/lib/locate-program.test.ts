import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closedPlaces, locateProgram } from './locate-program.ts';

let base: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'steiner-test-')));
});
afterEach(() => rm(base, { recursive: true }));

async function program(path: string): Promise<string> {
  const file = join(base, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, '#!/bin/sh\n');
  await chmod(file, 0o755);
  return file;
}

const path = (...folders: readonly string[]) => folders.map((folder) => join(base, folder)).join(':');

test('the first of PATH is taken', async () => {
  await program('second/x');
  expect(locateProgram('x', path('missing', 'first', 'second'), [])).toBe(join(base, 'second/x'));
  expect(locateProgram('x', path('first', 'second'), [])).toBe(await program('second/x'));
  expect(locateProgram('x', path('second', 'first'), [])).toBe(join(base, 'second/x'));
});

test('one in a closed folder is left out, and so is a link into one, of the file or of the folder', async () => {
  const closed = await program('project/bin/x');
  const good = await program('good/x');
  await mkdir(join(base, 'files'));
  await symlink(closed, join(base, 'files/x'));
  await symlink(join(base, 'project/bin'), join(base, 'folder'));
  const places = path('project/bin', 'files', 'folder', 'good');
  expect(locateProgram('x', places, [join(base, 'project')])).toBe(good);
  expect(locateProgram('x', places, [join(base, 'pro')])).toBe(closed);
  expect(locateProgram('x', path('project/bin', 'files', 'folder'), [join(base, 'project')])).toBeUndefined();
});

test('a folder that is not absolute, and a file that cannot be run, are left out', async () => {
  await program('bin/x');
  await writeFile(join(base, 'x'), '');
  expect(locateProgram('x', [relative(process.cwd(), join(base, 'bin')), base, ''].join(':'), [])).toBeUndefined();
});

test('the folders of the system come last', () => {
  expect(locateProgram('sh', '', [])).toMatch(/bin\/sh$/);
});

test('where commands can put one is told, unless PATH depends on the folder', async () => {
  await program('project/bin/x');
  await symlink(join(base, 'project/bin'), join(base, 'folder'));
  const closed = [join(base, 'project')];
  expect(closedPlaces('x', path('good', 'project/new', 'folder'), closed)).toEqual([join(base, 'project/new/x'), join(base, 'folder/x')]);
  expect(closedPlaces('x', `${base}:tools`, closed)).toBeUndefined();
});
