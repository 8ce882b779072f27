import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundleNodeScript, type NodeScript } from '../testing/node-script.ts';
import { placesProblem } from './check-places.ts';
import { createNodePorts } from './node-ports.ts';

let base: string;
let root: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'steiner-places-'));
  await chmod(base, 0o755);
});
beforeEach(async () => {
  root = await mkdtemp(join(base, 'home-'));
  await chmod(root, 0o755);
});
afterAll(() => rm(base, { recursive: true, maxRetries: 10 }));

const below = (home: string) => ({ config: join(home, 'config'), state: join(home, 'state'), cache: join(home, 'cache') });

test('what is not there yet will be made', () => {
  expect([placesProblem(below(root), ['state']), placesProblem(below(join(root, 'a', 'b')), ['config', 'state', 'cache'])]).toEqual([
    undefined,
    undefined,
  ]);
});

test('a file in the place of a folder is named, wherever on the path it stands', async () => {
  const file = join(root, 'file');
  await writeFile(file, 'mine');
  await writeFile(join(root, 'cache'), 'mine');
  await symlink(join(root, 'nowhere'), join(root, 'link'));
  expect(placesProblem(below(file), [])).toEqual({
    code: 'place_unusable',
    message: `Steiner cannot keep your configuration in ${file}/config: ${file} is not a folder.`,
    hint: 'Set STEINER_HOME, or the XDG variables, to a folder of your own, or put this one right.',
    safe: 'Nothing was read or changed.',
  });
  expect(placesProblem(below(root), [])?.message).toBe(`Steiner cannot keep caches in ${root}/cache: ${root}/cache is not a folder.`);
  expect(placesProblem(below(join(root, 'link')), [])?.message).toContain(`${root}/link is not a folder`);
  await expect(createNodePorts({ vars: { STEINER_HOME: file } })).rejects.toMatchObject({ problem: { code: 'place_unusable' } });
});

test.runIf(process.platform === 'linux')('a folder that the kernel makes up keeps nothing', () => {
  expect(placesProblem(below('/proc/x'), [])?.message).toBe(
    'Steiner cannot keep your configuration in /proc/x/config: no file can be kept there.',
  );
});

/** Root may do everything, so these are tried as somebody else. */
const ORDINARY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const CAN_TRY = spawnSync(process.execPath, ['-e', ''], ORDINARY).status === 0;

describe.skipIf(!CAN_TRY)('for an ordinary user', () => {
  let script: NodeScript;
  beforeAll(async () => {
    script = await bundleNodeScript(fileURLToPath(new URL('testing/places-process.ts', import.meta.url)), join(base, 'bundle'));
    await chmod(join(base, 'bundle'), 0o755);
  });
  const found = (...args: readonly string[]) =>
    spawnSync(process.execPath, [script.path, root, ...args], { ...ORDINARY, cwd: '/', encoding: 'utf8' }).stdout;

  test.each([0o000, 0o600, 0o300])('a folder that cannot be read is named: mode %o', async (mode) => {
    const state = join(root, 'state');
    await mkdir(state);
    await chmod(state, mode);
    expect(found()).toBe(`Steiner cannot keep its state in ${state}: ${state} cannot be read by this user.`);
    await chmod(state, 0o700);
  });

  test('so are sessions that cannot be read, which would pass for none', async () => {
    const sessions = join(root, 'state', 'sessions');
    await mkdir(sessions, { recursive: true });
    for (const path of [join(root, 'state'), sessions]) await chmod(path, path === sessions ? 0o000 : 0o755);
    expect(found()).toBe(`Steiner cannot keep sessions in ${sessions}: ${sessions} cannot be read by this user.`);
    await chmod(sessions, 0o700);
  });

  test('a folder that cannot be written is one only for what writes there', async () => {
    const state = join(root, 'state');
    await mkdir(state);
    await chmod(state, 0o555);
    expect([found(), found('writes')]).toEqual([
      'none',
      `Steiner cannot keep its state in ${state}: ${state} cannot be written by this user.`,
    ]);
    await chmod(state, 0o755);
  });
});
