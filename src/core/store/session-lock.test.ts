import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { turnIdSchema } from '../../shared/ids.ts';
import { createRandomIds } from '../lib/ids.ts';
import { acquireLock, lockState } from '../lib/lock-file.ts';
import { bundleNodeScript, type NodeScript, type RunningScript } from '../testing/node-script.ts';
import { appendAll, createStoreFixture, eventsOf, must, notice, PROJECT, type StoreFixture } from './testing/store-fixture.ts';

const ids = createRandomIds();
let bundle: StoreFixture;
let script: NodeScript;
let fixture: StoreFixture;

beforeAll(async () => {
  bundle = await createStoreFixture();
  script = await bundleNodeScript(new URL('./testing/log-process.ts', import.meta.url).pathname, bundle.home);
});

afterAll(() => bundle.remove());

beforeEach(async () => {
  fixture = await createStoreFixture();
});

afterEach(() => fixture.remove());

interface LogProcess {
  readonly pid: number;
  /** `open`, or the code of the problem that keeps it from writing. */
  readonly state: string;
  /** Kills it once it has acknowledged that many events, and gives every number that it printed. */
  killAfter(acknowledged: number): Promise<readonly number[]>;
}

async function startProcess(id: string, task: 'hold' | 'write'): Promise<LogProcess> {
  const running: RunningScript = script.start(fixture.home, PROJECT, id, task);
  const lines = running.lines[Symbol.asyncIterator]();
  const state = String((await lines.next()).value);
  return {
    pid: running.pid,
    state,
    killAfter: async (acknowledged) => {
      const numbers: number[] = [];
      if (acknowledged === 0) running.kill();
      for (let line = await lines.next(); !line.done; line = await lines.next()) {
        numbers.push(Number(line.value));
        if (numbers.length === acknowledged) running.kill();
      }
      await running.exited;
      return numbers;
    },
  };
}

async function closedSession(): Promise<ReturnType<StoreFixture['newId']>> {
  const log = await fixture.create();
  await appendAll(log, [notice('one')]);
  await log.close();
  return log.id;
}

test('of two processes exactly one writes; the other reads, and the list says so', async () => {
  const id = await closedSession();
  const holder = await startProcess(id, 'hold');
  const other = await startProcess(id, 'hold');
  const log = await fixture.open(id);
  const listed = await fixture.store.list(PROJECT);
  const refused = await log.append(notice('two'));
  await Promise.all([other.killAfter(0), log.close()]);
  await holder.killAfter(0);
  const after = await fixture.store.list(PROJECT);

  expect({ states: [holder.state, other.state], events: eventsOf(log) }).toEqual({
    states: ['open', 'session_locked'],
    events: [notice('one')],
  });
  expect(log.readOnly).toMatchObject({ code: 'session_locked', message: expect.stringContaining(`pid ${holder.pid}`) });
  expect(refused).toEqual({ ok: false, error: log.readOnly });
  expect([listed, after].map((rows) => rows.map(({ readOnly }) => readOnly))).toEqual([[true], [false]]);
});

test('the lock of a killed process is taken over', async () => {
  const id = await closedSession();
  await (await startProcess(id, 'hold')).killAfter(0);
  const log = await fixture.open(id);
  must(await log.append(notice('two')));
  await log.close();
  expect(await readdir(fixture.files(id).folder)).toEqual(['log.jsonl', 'summary.json', 'text-index.bin']);
});

test('the list reads the log itself where a killed process left it: the summary may be behind', async () => {
  const log = await fixture.create();
  await log.close();
  const again = await fixture.open(log.id);
  await appendAll(again, [
    { type: 'session.update', title: 'Named' },
    { type: 'turn.start', turn: turnIdSchema.parse('t1'), model: 'p/m' },
  ]);
  const { lock } = fixture.files(log.id);
  const held = await fixture.store.list(PROJECT);
  await writeFile(lock, JSON.stringify({ pid: process.pid, started: 'before', boot: 'another' }));
  const left = await fixture.store.list(PROJECT);
  expect([held, left].map((rows) => rows.map(({ title, turns, lastStop }) => ({ title, turns, lastStop })))).toEqual([
    [{ title: 'A title', turns: 0, lastStop: undefined }],
    [{ title: 'Named', turns: 1, lastStop: 'interrupted' }],
  ]);
});

test('whatever moment a writer is killed at, everything it acknowledged is in the log, in order', async () => {
  const id = await closedSession();
  let known = 1;
  for (let round = 0; round < 12; round += 1) {
    const writer = await startProcess(id, 'write');
    const numbers = await writer.killAfter(round * 7);
    const log = await fixture.open(id);
    await log.close();
    const written = log.events.slice(known).map(({ event }) => (event.type === 'notice' ? event.message : ''));
    expect({ round, state: writer.state, readOnly: log.readOnly }).toEqual({ round, state: 'open', readOnly: undefined });
    expect(written).toEqual(written.map((_, index) => `${id}:${index}`));
    expect(written.length).toBeGreaterThanOrEqual(numbers.length);
    known += written.length;
  }
}, 120_000);

test('of many takers of a stale lock one gets it, and of the next many again', async () => {
  const path = join(fixture.home, 'lock');
  const stale = JSON.stringify({ pid: process.pid, started: 'before', boot: 'another', nonce: 'x' });
  for (const content of [stale, '', 'half a li']) {
    await writeFile(path, content);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => acquireLock(path, ids)));
    const held = outcomes.filter((outcome) => outcome.kind === 'held');
    const lock = JSON.parse(await readFile(path, 'utf8'));
    expect({ held: held.length, pid: lock.pid, left: await readdir(fixture.home) }).toEqual({ held: 1, pid: process.pid, left: ['lock'] });
    await Promise.all(held.map(({ release }) => release()));
    expect(await readdir(fixture.home)).toEqual([]);
  }
});

test('a taker that died while taking over is itself taken over', async () => {
  const path = join(fixture.home, 'lock');
  const dead = (nonce: string) => JSON.stringify({ pid: 1, started: 'before', boot: 'another', nonce });
  await writeFile(path, dead('first'));
  const mark = createHash('sha256').update(dead('first')).digest('hex').slice(0, 16);
  await writeFile(`${path}.${mark}`, dead('second'));
  const outcome = await acquireLock(path, ids);
  expect({ outcome: outcome.kind, left: await readdir(fixture.home) }).toEqual({
    outcome: 'held',
    left: ['lock'],
  });
});

test('a lock of this process is busy for a second opener, and known as its own', async () => {
  const path = join(fixture.home, 'lock');
  const first = await acquireLock(path, ids);
  expect(await acquireLock(path, ids)).toEqual({ kind: 'busy', holder: process.pid });
  expect(await lockState(path)).toBe('own');
  if (first.kind === 'held') await first.release();
  expect((await acquireLock(path, ids)).kind).toBe('held');
});
