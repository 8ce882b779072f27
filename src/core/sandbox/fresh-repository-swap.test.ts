import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tameRepository } from './fresh-repository.ts';

/** What a command in the background does just when a file was read or a folder listed. */
const beside = vi.hoisted((): { act: () => void } => ({ act: () => {} }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return {
    ...real,
    readFileSync: (...args: Parameters<typeof real.readFileSync>) => {
      const text = real.readFileSync(...args);
      beside.act();
      return text;
    },
    readdirSync: (...args: Parameters<typeof real.readdirSync>) => {
      const names = real.readdirSync(...args);
      beside.act();
      return names;
    },
  };
});

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'steiner-fresh-'));
  await mkdir(join(base, 'project', '.git', 'hooks'), { recursive: true });
  await mkdir(join(base, 'outside'));
  await writeFile(join(base, 'outside', 'config'), 'mine\n');
  await writeFile(join(base, 'outside', 'commit-msg'), 'mine\n');
});
afterEach(() => rm(base, { recursive: true, force: true, maxRetries: 10 }));

const git = (...path: readonly string[]) => join(base, 'project', '.git', ...path);
const outside = async () => [(await readdir(join(base, 'outside'))).sort(), await readFile(join(base, 'outside', 'config'), 'utf8')];

test('a config that becomes a link while it is made harmless is not written through', async () => {
  const { renameSync, symlinkSync } = await vi.importActual<typeof import('node:fs')>('node:fs');
  await rm(git('hooks'), { recursive: true, maxRetries: 10 });
  await writeFile(git('config'), '[core]\n\tsshCommand = evil\n');
  beside.act = () => {
    beside.act = () => {};
    renameSync(git('config'), git('was'));
    symlinkSync(join(base, 'outside', 'config'), git('config'));
  };
  expect(new Set(tameRepository(git(), () => true))).toEqual(new Set([git('config')]));
  expect(await outside()).toEqual([['commit-msg', 'config'], 'mine\n']);
  expect(await readFile(git('was'), 'utf8')).toBe('[core]\n# \tsshCommand = evil\n');
});

test.runIf(process.platform === 'linux')('hooks whose folder becomes a link meanwhile are renamed where they are', async () => {
  const { renameSync, symlinkSync } = await vi.importActual<typeof import('node:fs')>('node:fs');
  await writeFile(git('hooks', 'commit-msg'), 'evil\n');
  beside.act = () => {
    beside.act = () => {};
    renameSync(git('hooks'), git('was'));
    symlinkSync(join(base, 'outside'), git('hooks'));
  };
  expect(tameRepository(git(), () => true)).toEqual([git('hooks', 'commit-msg'), git('hooks')]);
  expect([await readdir(git('was')), await outside()]).toEqual([['commit-msg.blocked'], [['commit-msg', 'config'], 'mine\n']]);
});

test('a repository that is a link is left alone', async () => {
  await rename(git(), join(base, 'outside', 'repository'));
  await symlink(join(base, 'outside', 'repository'), git());
  expect(tameRepository(git(), () => true)).toEqual([]);
});
