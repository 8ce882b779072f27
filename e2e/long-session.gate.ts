import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeLongSession } from '../src/core/testing/long-session.ts';
import { HOST } from './lib/host.ts';
import { insideOf, tasksOf, traced } from './lib/tracing.ts';
import { send, shell, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const ITEMS = 10_000;
const DELTAS = 800;
const PER_SECOND = 200;
const MOST = 50;
const TRIES = 4;
/** Of the page, which holds a bounded part of the session. */
const MOST_HEAP = 40;
const TITLE = 'Work of weeks';
const BIG = shell("yes 'A line of the big result, one of very many.' | head -c 5000000");

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  const words = Array.from({ length: DELTAS }, (_, index) => (index % 20 === 19 ? `word ${index}\n\n` : `word ${index} `));
  const begun = { at: 0 };
  const pause = (frame: number): Promise<void> => {
    if (frame === 0) begun.at = performance.now();
    return new Promise((resolve) => setTimeout(resolve, Math.max(0, begun.at + (frame * 1_000) / PER_SECOND - performance.now())));
  };
  rig = await createWindowRig({ script: [{ text: words, pause }, { calls: [BIG] }, { text: 'Big.' }] });
  const project = rig.workspace.path;
  await writeLongSession({ home: rig.workspace.home, project, title: TITLE, model: 'script/scripted', items: ITEMS });
  page = await rig.open();
  await transcript(page).getByText('Part 1111 is').waitFor();
});
afterAll(() => rig.close());

/**
 * Milliseconds of the processor that the longest task of the page took, at the best of a few tries: neither the clock nor a single try can be believed on a machine that others
 * use too.
 */
async function longest(what: string, act: () => Promise<void>, tries = TRIES): Promise<number> {
  const found: number[] = [];
  while (found.length < tries && !found.some((cpu) => cpu < MOST)) {
    const events = await traced(page, act);
    const [task] = tasksOf(events);
    if (task === undefined) throw new Error('the trace holds no task');
    const parts = insideOf(task, events)
      .filter(({ name }) => !name.includes('RunTask'))
      .slice(0, 3)
      .map(({ name, cpu }) => `${name} ${cpu.toFixed(0)}`);
    console.log(`figure: ${what}: the longest task of the page takes ${task.cpu.toFixed(0)} ms of the processor (${parts.join(', ')})`);
    found.push(task.cpu);
  }
  return Math.min(...found);
}

async function heapMegabytes(): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}

describe(`a session of ${ITEMS} items (${HOST})`, () => {
  test('opens', async () => {
    const open = async (): Promise<void> => {
      await page.reload();
      await transcript(page).getByText('Part 1111 is').waitFor();
      await page.waitForTimeout(1_000);
    };
    expect(await longest('opening', open)).toBeLessThan(MOST);
  });

  test('scrolls', async () => {
    await transcript(page).hover();
    const scroll = async (): Promise<void> => {
      for (let notch = 0; notch < 60; notch += 1) {
        await page.mouse.wheel(0, -2_000);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      }
      await transcript(page).press('End');
    };
    expect(await longest('scrolling', scroll)).toBeLessThan(MOST);
  });

  test('streams', async () => {
    const stream = async (): Promise<void> => {
      await send(page, 'Say a lot.');
      await turnEnds(page).last().getByText('1 round').waitFor();
    };
    expect(await longest('streaming', stream, 1)).toBeLessThan(MOST);
  });

  test('shows a big result', async () => {
    const print = async (): Promise<void> => {
      await send(page, 'Print a lot.');
      await turnEnds(page).last().getByText('2 rounds').waitFor();
    };
    expect(await longest('a result of 5 MB', print, 1)).toBeLessThan(MOST);
  });

  test('keeps its heap bounded', async () => {
    const heap = await heapMegabytes();
    console.log(`figure: heap of the page ${heap.toFixed(0)} MB`);
    expect(heap).toBeLessThan(MOST_HEAP);
  });
});
