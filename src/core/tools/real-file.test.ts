import {
  chmod,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inRealFolder, makeRealFolder } from '../lib/held-folder.ts';
import { imageOfText, loadImage } from './file-image.ts';
import { diskWriter } from './mutate-commit.ts';
import { readPage } from './page-reader.ts';
import { readPictureFile } from './picture-file.ts';

let base: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'steiner-real-')));
  await mkdir(join(base, 'project', 'sub'), { recursive: true });
  await mkdir(join(base, 'outside'));
  for (const folder of ['project/sub', 'outside']) await writeFile(join(base, folder, 'a'), `${folder}\n`);
});
afterEach(() => rm(base, { recursive: true, force: true, maxRetries: 10 }));

/** What a command that runs beside can do between the decision on a path and its use. */
async function swapFolder(): Promise<void> {
  await rename(join(base, 'project', 'sub'), join(base, 'project', 'was'));
  await symlink(join(base, 'outside'), join(base, 'project', 'sub'));
}

const everywhere = async () => [await readdir(join(base, 'outside')), await readFile(join(base, 'outside', 'a'), 'utf8')];
const ELSEWHERE = { type: 'not_file', why: 'it leads elsewhere by now: something that runs changed it' };
const UNTOUCHED = [['a'], 'outside\n'];
const path = () => join(base, 'project', 'sub', 'a');

test.runIf(process.platform === 'linux')('a folder that became a link is neither read, written nor emptied through', async () => {
  await swapFolder();
  const attempts = [
    readPage(path(), { offset: 1, limit: 1 }, new AbortController().signal),
    readPictureFile(path(), 5),
    diskWriter.write(path(), imageOfText('x')),
    diskWriter.write(join(base, 'project', 'sub', 'new'), imageOfText('x')),
    diskWriter.remove(path()),
  ];
  const ends = await Promise.allSettled(attempts);
  expect(ends.map((end) => (end.status === 'rejected' ? end.reason.code : end.status))).toEqual([
    ...Array(2).fill('ELOOP'),
    ...Array(3).fill('ENOTDIR'),
  ]);
  expect(await loadImage(path())).toEqual(ELSEWHERE);
  expect(await everywhere()).toEqual(UNTOUCHED);
});

test('a file that became a link is replaced itself, and what it leads to stays', async () => {
  await rm(path());
  await symlink(join(base, 'outside', 'a'), path());
  expect(await loadImage(path())).toEqual(ELSEWHERE);
  await diskWriter.write(path(), imageOfText('mine\n'));
  expect([await readFile(path(), 'utf8'), await everywhere()]).toEqual(['mine\n', UNTOUCHED]);
});

test.runIf(process.platform === 'linux')('a folder that is swapped while it is held stays the one that was meant', async () => {
  await inRealFolder(path(), async (held) => {
    await swapFolder();
    await writeFile(held, 'held\n');
  });
  expect([await readFile(join(base, 'project', 'was', 'a'), 'utf8'), await everywhere()]).toEqual(['held\n', UNTOUCHED]);
});

test.runIf(process.platform === 'linux')('no folder is made behind a folder that became a link', async () => {
  await swapFolder();
  await expect(diskWriter.makeFolder(join(base, 'project', 'sub', 'b', 'c'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await rm(join(base, 'project', 'sub'));
  await symlink(join(base, 'outside'), join(base, 'project', 'new'));
  await expect(diskWriter.makeFolder(join(base, 'project', 'new', 'b', 'c'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  expect(await everywhere()).toEqual(UNTOUCHED);
});

test('folders that could not all be made are not left behind', async () => {
  await writeFile(join(base, 'project', 'file'), '');
  const long = join(base, 'project', 'x', 'y', 'n'.repeat(300));
  await expect(makeRealFolder(long)).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  await expect(makeRealFolder(join(base, 'project', 'file', 'z'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  expect(await makeRealFolder(join(base, 'project', 'x', 'y'))).toEqual([join(base, 'project', 'x'), join(base, 'project', 'x', 'y')]);
  expect(await makeRealFolder(join(base, 'project', 'x', 'y', 'z'))).toEqual([join(base, 'project', 'x', 'y', 'z')]);
});

test('the mode of a file is set on what was written, not on what its name leads to by then', async () => {
  const secret = join(base, 'outside', 'a');
  await chmod(secret, 0o600);
  const real = await open(path());
  const handles = Object.getPrototypeOf(real) as FileHandle;
  await real.close();
  const write = handles.writeFile;
  vi.spyOn(handles, 'writeFile').mockImplementation(async function swapping(this: FileHandle, ...args) {
    await write.apply(this, args);
    const draft = (await readdir(join(base, 'project', 'sub'))).find((name) => name.endsWith('.tmp')) ?? '';
    await rm(join(base, 'project', 'sub', draft));
    await symlink(secret, join(base, 'project', 'sub', draft));
  });
  await diskWriter.write(path(), { ...imageOfText('mine'), mode: 0o777 });
  vi.restoreAllMocks();
  expect((await stat(secret)).mode & 0o777).toBe(0o600);
});
