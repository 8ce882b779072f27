import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { InstanceLock, type SecondStart } from './instance-lock.ts';

const SECOND: SecondStart = { argv: ['node', 'host', '/a'], cwd: '/b', data: { demo: false } };

let folder: string;
let locks: InstanceLock[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steiner-lock-'));
  locks = [];
});

afterEach(() => {
  for (const lock of locks) lock.release();
  rmSync(folder, { recursive: true, force: true });
});

function lock(): InstanceLock {
  const made = new InstanceLock(folder);
  locks.push(made);
  return made;
}

it('is held by one, who hears of the second', async () => {
  const heard: SecondStart[] = [];
  const [first, second] = [lock(), lock()];
  const got = [first.acquire((start) => heard.push(start)), second.acquire(() => {})];
  await second.tellHolder(SECOND);
  expect([got, first.held, second.held, heard]).toEqual([[true, false], true, false, [SECOND]]);
});

it('says that a holder did not answer, or is gone', async () => {
  const silent = lock();
  silent.acquire(() => {});
  const file = join(folder, 'instance.lock');
  const holder = JSON.parse(readFileSync(file, 'utf8')) as { readonly pid: number };
  const second = lock();
  writeFileSync(file, JSON.stringify({ ...holder, socket: join(folder, 'nobody.sock') }));
  expect(await second.tellHolder(SECOND, 50)).toBe(false);
  writeFileSync(file, JSON.stringify({ ...holder, started: '0' }));
  expect(await second.tellHolder(SECOND)).toBe(false);
});

it('works below a folder whose path is too long for a socket', async () => {
  const heard: SecondStart[] = [];
  const deep = join(folder, 'x'.repeat(120));
  const [first, second] = [new InstanceLock(deep), new InstanceLock(deep)];
  locks.push(first);
  const got = [first.acquire((start) => heard.push(start)), second.acquire(() => {})];
  await second.tellHolder(SECOND);
  expect([got, heard]).toEqual([[true, false], [SECOND]]);
});

it('can be had again after its release, and leaves nothing', () => {
  const [first, second] = [lock(), lock()];
  first.acquire(() => {});
  first.release();
  const again = second.acquire(() => {});
  second.release();
  expect([again, existsSync(join(folder, 'instance.lock'))]).toEqual([true, false]);
});

it('is taken over when it cannot be read', () => {
  writeFileSync(join(folder, 'instance.lock'), '{"pid":');
  expect(lock().acquire(() => {})).toBe(true);
});

it.each([
  ['a process that is gone', { pid: 2 ** 22 + 1, started: '1', socket: '/nowhere/s' }],
  ['another process with the same number', { pid: process.pid, started: '1', socket: '/nowhere/s' }],
])('is taken over from %s', (_what, holder) => {
  writeFileSync(join(folder, 'instance.lock'), JSON.stringify(holder));
  expect(lock().acquire(() => {})).toBe(true);
});

it('stays with a living holder that is asked twice', () => {
  const first = lock();
  expect([first.acquire(() => {}), first.acquire(() => {}), lock().acquire(() => {})]).toEqual([true, true, false]);
});
