import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandomIds } from '../lib/ids.ts';
import { acquireLock } from '../lib/lock-file.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { bundleNodeScript, type RunningScript } from '../testing/node-script.ts';
import { createDayHolds } from './day-holds.ts';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'steiner-holds-'));
});
afterEach(() => rm(state, { recursive: true, force: true, maxRetries: 10 }));

const folder = () => join(state, 'usage', 'holds');

/** One process: what is recorded, and its holds. */
function start(day: { spent: number; recorded?: () => Promise<void> }, clock = new ManualClock()) {
  const ports = { clock, ids: createRandomIds(), paths: { state, config: state, cache: state } };
  return createDayHolds({ ports, spent: async () => day.spent, recorded: day.recorded ?? (async () => undefined) });
}

test('what one process holds is not there for another, until it is given back', async () => {
  const day = { spent: 1 };
  const [one, two] = [start(day), start(day)];
  const held = await one.hold(4, 6);
  expect(await two.hold(2, 6)).toEqual({ kind: 'crossed', spent: 5 });
  expect((await two.hold(1, 6)).kind).toBe('held');
  if (held.kind === 'held') held.settle();
  if (held.kind === 'held') held.settle();
  await one.flush();
  expect([(await two.hold(4, 6)).kind, await two.hold(1, 6)]).toEqual(['held', { kind: 'crossed', spent: 6 }]);
});

test('money is given back only when its cost is recorded', async () => {
  let write = () => {};
  const recorded = new Promise<void>((resolve) => {
    write = resolve;
  });
  const day = { spent: 0, recorded: () => recorded };
  const [one, two] = [start(day), start({ spent: 0 })];
  const held = await one.hold(3, 3);
  if (held.kind === 'held') held.settle();
  expect(await two.hold(1, 3)).toEqual({ kind: 'crossed', spent: 3 });
  write();
  await one.flush();
  expect([(await two.hold(1, 3)).kind, (await readdir(folder())).length]).toEqual(['held', 1]);
});

test('a limit that is reached takes not even a request that costs nothing', async () => {
  expect(await start({ spent: 3 }).hold(0, 3)).toEqual({ kind: 'crossed', spent: 3 });
});

test('a lock that a living process keeps, and a folder that cannot be written, are said', async () => {
  const clock = new ManualClock();
  let looks = 0;
  clock.sleep = async () => {
    looks += 1;
  };
  await mkdir(folder(), { recursive: true });
  await acquireLock(join(folder(), 'lock'), createRandomIds());
  const outcome = await start({ spent: 0 }, clock).hold(1, 3);
  expect([outcome, looks]).toEqual([{ kind: 'failed', because: `process ${process.pid} has held the lock for too long` }, 400]);
  await rm(folder(), { recursive: true, maxRetries: 10 });
  await writeFile(folder(), 'a file');
  expect(await start({ spent: 0 }).hold(1, 3)).toEqual({ kind: 'failed', because: 'EEXIST' });
});

test('of processes that ask at once only so many get money as there is money, and a killed one gives its own back', {
  timeout: 120_000,
}, async () => {
  const bundle = join(state, 'script');
  await mkdir(bundle);
  const script = await bundleNodeScript(new URL('./testing/hold-process.ts', import.meta.url).pathname, bundle);
  const processes: RunningScript[] = [];
  const ask = async () => {
    const running = script.start(state, '1', '3');
    processes.push(running);
    return { running, kind: (await running.lines[Symbol.asyncIterator]().next()).value };
  };
  const asked = await Promise.all(Array.from({ length: 6 }, ask));
  const kinds = asked.map(({ kind }) => kind).sort();
  const holder = asked.find(({ kind }) => kind === 'held')?.running;
  holder?.kill();
  await holder?.exited;
  const after = [(await ask()).kind, (await ask()).kind];
  for (const running of processes) running.kill();
  await Promise.all(processes.map(({ exited }) => exited));
  expect([kinds, after]).toEqual([
    ['crossed', 'crossed', 'crossed', 'held', 'held', 'held'],
    ['held', 'crossed'],
  ]);
});
