import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identityOf } from '../lib/process-identity.ts';
import { makeSessionFolders, removeSessionFolder, sessionsFolder } from './session-folders.ts';
import { sweepSessions } from './session-sweep.ts';

let project: string;
beforeEach(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), 'steiner-sweep-')));
});
afterEach(() => rm(project, { recursive: true, force: true, maxRetries: 10 }));

const sweep = { remove: removeSessionFolder };

test('folders of sessions whose process is gone are removed, those of living ones stay', async () => {
  const sessions = sessionsFolder(join(project, '.steiner'));
  const alive = await makeSessionFolders(project, project, 'alive');
  const dead = await makeSessionFolders(project, project, 'dead');
  const self = await identityOf(process.pid);
  await writeFile(`${dead.tmp}.owner`, JSON.stringify({ ...self, started: '1' }));
  await mkdir(join(sessions, 'unknown'));
  await mkdir(join(sessions, 'old'));
  await utimes(join(sessions, 'old'), 0, 0);
  await sweepSessions(sessions, sweep);
  expect([alive.tmp, dead.tmp, `${dead.tmp}.owner`, join(sessions, 'unknown'), join(sessions, 'old')].map(existsSync)).toEqual([
    ...[true, false, false],
    ...[true, false],
  ]);
});

test('a link in the place of the folder is not followed', async () => {
  const elsewhere = join(project, 'elsewhere', 'kept');
  await mkdir(elsewhere, { recursive: true });
  await utimes(elsewhere, 0, 0);
  await mkdir(join(project, '.steiner', 'tmp'), { recursive: true });
  await symlink(join(project, 'elsewhere'), join(project, '.steiner', 'tmp', 'sandbox-tmp'));
  await sweepSessions(sessionsFolder(join(project, '.steiner')), sweep);
  expect(existsSync(elsewhere)).toBe(true);
});
