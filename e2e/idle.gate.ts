import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOST } from './lib/host.ts';
import { type ProcStat, procStat } from './lib/proc-stat.ts';
import { processesNaming } from './lib/processes.ts';
import { type TraceEvent, traced } from './lib/tracing.ts';
import { runTurn } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const SECONDS = 60;

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  rig = await createWindowRig({ script: [{ text: 'Done with it.' }] });
  page = await rig.open();
  await runTurn(page, 'Do it.');
  await loseFocus();
  await seconds(15);
});
afterAll(() => rig.close());

/** As when another window is in front: no caret blinks. */
function loseFocus(): Promise<void> {
  return page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1_000));
}

function stats(): ReadonlyMap<number, ProcStat> {
  return new Map(
    processesNaming(rig.base)
      .flatMap((pid) => [[pid, procStat(pid)] as const])
      .flatMap(([pid, stat]) => (stat ? [[pid, stat]] : [])),
  );
}

function wakes(events: readonly TraceEvent[]): number {
  return events.filter(({ name }) => name === 'TimerFire' || name === 'FireAnimationFrame').length;
}

function sum(of: ReadonlyMap<number, ProcStat>, field: keyof ProcStat): number {
  return [...of.values()].reduce((total, stat) => total + stat[field], 0);
}

describe(`a session that nobody uses (${HOST})`, () => {
  test('fires no timer and draws no frame', async () => {
    const control = await traced(page, () => page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 10))));
    expect(wakes(control)).toBeGreaterThan(0);
    const idle = await traced(page, () => seconds(10));
    console.log(`figure: ${wakes(idle)} timers and frames of the page in 10 s`);
    expect(wakes(idle)).toBeLessThan(10);
  });

  test(`starts no process in ${SECONDS} s, and takes less than 1 % of a processor`, async () => {
    await rig.app.release();
    const before = stats();
    await seconds(SECONDS);
    const after = stats();
    const cpu = ((sum(after, 'cpu') - sum(before, 'cpu')) / SECONDS) * 100;
    const woke = ((after.get(rig.app.pid)?.sleeps ?? Number.NaN) - (before.get(rig.app.pid)?.sleeps ?? Number.NaN)) / SECONDS;
    console.log(
      `figure: ${cpu.toFixed(2)} % of a processor in ${before.size} processes; the app itself woke ${woke.toFixed(2)} times a second`,
    );
    expect({ pids: [...after.keys()], children: sum(after, 'childFaults') - sum(before, 'childFaults') }).toEqual({
      pids: [...before.keys()],
      children: 0,
    });
    expect({ cpu, lessThan: cpu < 1, woke, seldom: woke < 1 }).toMatchObject({ lessThan: true, seldom: true });
  });
});
