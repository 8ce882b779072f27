import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ok } from '../../shared/result.ts';
import { browseFolder } from './browse-folder.ts';

let root: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'steiner-browse-')));
  for (const folder of ['b', 'a/.git', '.hidden']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'file'), '');
  symlinkSync(join(root, 'a'), join(root, 'link'));
  symlinkSync(join(root, 'file'), join(root, 'link-to-file'));
  symlinkSync(join(root, 'nowhere'), join(root, 'dangling'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

it('lists the folders of a folder in order, and says which are repositories', async () => {
  const folders = [
    { name: 'a', path: join(root, 'a'), git: true },
    { name: 'b', path: join(root, 'b'), git: false },
    { name: 'link', path: join(root, 'link'), git: true },
  ];
  expect(await browseFolder(root)).toEqual(ok({ path: root, parent: dirname(root), folders }));
});

it('has no parent at the root', async () => {
  const listing = await browseFolder('/');
  expect(listing.ok && [listing.value.path, 'parent' in listing.value]).toEqual(['/', false]);
});

it.each([
  ['folder_missing', 'nowhere'],
  ['folder_not_directory', 'file'],
])('says %s', async (code, name) => {
  const listing = await browseFolder(join(root, name));
  expect(!listing.ok && listing.error.code).toBe(code);
});

it('refuses a path that is not absolute', async () => {
  const listing = await browseFolder('somewhere');
  expect(!listing.ok && listing.error).toEqual({
    code: 'bad_request',
    message: 'somewhere is not an absolute path.',
    hint: 'Give a path that starts with /.',
  });
});
