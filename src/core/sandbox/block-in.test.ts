import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { blockIn } from './quiet-config.ts';

/** No text. */
const ODD = Buffer.from([0x6e, 0xff]);

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'steiner-block-')));
  mkdirSync(join(base, 'project'));
  mkdirSync(join(base, 'outside'));
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

const path = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat([Buffer.from(base), ...parts.flatMap((part) => [Buffer.from('/'), Buffer.from(part)])]);

/** A repository that nobody else may look into. */
function repository(...parts: readonly (string | Buffer)[]): Buffer {
  const folder = path(...parts);
  mkdirSync(Buffer.concat([folder, Buffer.from('/.git')]), { recursive: true });
  chmodSync(folder, 0o700);
  return folder;
}

const isWhole = (folder: Buffer): boolean =>
  existsSync(Buffer.concat([folder, Buffer.from('/.git')])) && (statSync(folder).mode & 0o777) === 0o700;

test('the git folder in a folder whose name is no text is one no more, also where that is closed and the name is taken', () => {
  const folder = repository('project', ODD);
  mkdirSync(path('project', ODD, '.git.blocked'));
  chmodSync(folder, 0o000);
  expect(blockIn(folder)).toEqual([`${join(base, 'project')}/n\ufffd/.git`]);
  expect([existsSync(path('project', ODD, '.git')), existsSync(path('project', ODD, '.git.2.blocked'))]).toEqual([false, true]);
});

test.each([
  ['it is a link', () => symlinkSync(path('outside', ODD), path('project', ODD)), ['project', ODD]],
  ['a folder above it is a link', () => symlinkSync(path('outside'), path('project', 'sub')), ['project', 'sub', ODD]],
  ['it leads up', () => mkdirSync(path('project', 'sub')), ['project', 'sub', '..', '..', 'outside', ODD]],
] as const)('a repository elsewhere stays as it is: %s', (_, lead, parts) => {
  const elsewhere = repository('outside', ODD);
  lead();
  expect([blockIn(path(...parts)), isWhole(elsewhere)]).toEqual([[], true]);
});
