import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGate } from '../src/core/testing/gate.ts';
import { writeLongSession } from '../src/core/testing/long-session.ts';
import { HOST } from './lib/host.ts';
import { longTasks, watchLongTasks } from './lib/long-tasks.ts';
import { send, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const ITEMS = 10_000;
const DELTAS = 800;
const PER_SECOND = 200;
const MOST_ROWS = 300;

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  const words = Array.from({ length: DELTAS }, (_, index) => (index % 20 === 19 ? `word ${index}\n\n` : `word ${index} `));
  const frames = new Pace(PER_SECOND);
  rig = await createWindowRig({ script: [{ text: words, pause: (frame) => frames.until(frame) }, { text: 'And there it is.' }] });
  const project = rig.workspace.path;
  await writeLongSession({ home: rig.workspace.home, project, title: 'Work of weeks', model: 'script/scripted', items: ITEMS });
  page = await rig.open();
});
afterAll(() => rig.close());

/** The answer goes no further than this before the reader is up, and no further than that before they are back. */
const up = { frame: 300, gate: createGate() };
const back = { frame: 700, gate: createGate() };

/** Frames come when their time has come: a server that streams at a steady rate, but for where it is held. */
class Pace {
  readonly #gap: number;
  #began: number | undefined;

  constructor(perSecond: number) {
    this.#gap = 1_000 / perSecond;
  }

  async until(frame: number): Promise<void> {
    const held = [up, back].find((hold) => hold.frame === frame);
    if (held !== undefined) {
      await held.gate.wait;
      this.#began = undefined;
    }
    this.#began ??= performance.now() - frame * this.#gap;
    const wait = this.#began + frame * this.#gap - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function rows(): Promise<number> {
  return transcript(page).locator('[data-kind]').count();
}

/** Turns the wheel by that much, often, one notch per frame. Resolves with the most rows that were in the page at once. */
async function turnWheel(notches: number, pixels: number): Promise<number> {
  let most = 0;
  await transcript(page).hover();
  for (let notch = 0; notch < notches; notch += 1) {
    await page.mouse.wheel(0, pixels);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    most = Math.max(most, await rows());
  }
  return most;
}

/** Where the transcript stands, once it does not move from one frame to the next. */
function resting(): Promise<number> {
  return transcript(page).evaluate(
    (log) =>
      new Promise<number>((resolve) => {
        const look = (before: number) => (log.scrollTop === before ? resolve(before) : requestAnimationFrame(() => look(log.scrollTop)));
        requestAnimationFrame(() => look(-1));
      }),
  );
}

function fromEnd(): Promise<number> {
  return transcript(page).evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
}

describe(`a session of ${ITEMS} items (${HOST})`, () => {
  test('shows its end, with only the rows near the eye in the page', async () => {
    await transcript(page).getByText('Part 1111 is').waitFor();
    await expect.poll(fromEnd).toBeLessThan(2);
    await watchLongTasks(page);
    expect(await rows()).toBeLessThan(MOST_ROWS);
  });

  test('scrolls with the wheel, and to its beginning with a key', async () => {
    const most = await turnWheel(60, -2_000);
    console.log(`scrolling: ${await longTasks(page)}, at most ${most} rows in the page`);
    expect({ left: (await fromEnd()) > 10_000, bounded: most < MOST_ROWS }).toEqual({ left: true, bounded: true });
    await transcript(page).press('Home');
    await transcript(page).getByText('Prompt 0', { exact: true }).waitFor();
    await transcript(page).press('End');
    await transcript(page).getByText('Part 1111 is').waitFor();
  });

  test(`follows a turn of ${PER_SECOND} deltas a second, and lets the reader go up and come back`, async () => {
    await longTasks(page);
    await send(page, 'Say a lot.');
    await transcript(page).getByText('word 119').waitFor();
    await expect.poll(fromEnd).toBeLessThan(40);
    await turnWheel(3, -200);
    await expect.poll(fromEnd).toBeGreaterThan(300);
    const reading = await resting();
    up.gate.open();
    await page.getByRole('button', { name: 'New output' }).waitFor();
    await expect.poll(fromEnd).toBeGreaterThan(800);
    expect(await transcript(page).evaluate((log) => log.scrollTop)).toBe(reading);
    await page.getByRole('button', { name: 'New output' }).click();
    back.gate.open();
    await turnEnds(page).last().getByText('1 round').waitFor();
    console.log(`streaming ${DELTAS} deltas at ${PER_SECOND}/s: ${await longTasks(page)}, ${await rows()} rows in the page`);
    await expect.poll(fromEnd).toBeLessThan(2);
    expect(await rows()).toBeLessThan(MOST_ROWS);
    await transcript(page)
      .getByText(`word ${DELTAS - 1}`)
      .waitFor();
  });

  test('a prompt that is sent from its beginning leads to its end', async () => {
    await transcript(page).press('Home');
    await transcript(page).getByText('Prompt 0', { exact: true }).waitFor();
    await send(page, 'Show me.');
    await transcript(page).getByText('And there it is.').waitFor();
    await expect.poll(fromEnd).toBeLessThan(2);
    await expect.poll(() => page.getByRole('button', { name: /^(New output|To the end)$/ }).count()).toBe(0);
  });
});
