import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBigLog } from '../src/core/testing/big-log.ts';
import { writeLongSession } from '../src/core/testing/long-session.ts';
import { sessionIdSchema } from '../src/shared/ids.ts';
import { HOST } from './lib/host.ts';
import { transcript } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const MEGABYTES = 100;
const ENTRIES = 50_000;
/** Each is opened for the first time. */
const TITLES = ['Work of years', 'Work of a decade', 'Work of a life'];
/** Milliseconds to the first screen; where the machine is slower, so many times what reading and parsing the log alone takes. */
const FIRST_SCREEN = 1_000;
const TIMES_PARSING = 3;
/** Of the page, beside the same page with a short session. */
const MOST_HEAP = 12;

let rig: WindowRig;
let page: Page;
let log: string;
beforeAll(async () => {
  rig = await createWindowRig();
  const { home, path: project } = rig.workspace;
  for (const [index, title] of TITLES.entries()) {
    const id = sessionIdSchema.parse(`${index}`.repeat(32));
    const of = { state: join(home, 'state'), project, id, title, model: 'script/scripted', generation: 0.8 };
    log = await writeBigLog({ ...of, megabytes: MEGABYTES, entries: ENTRIES });
  }
  await writeLongSession({ home, project, title: 'Short', model: 'script/scripted', items: 20 });
  page = await rig.open();
  await transcript(page).getByText('Part 2 is').waitFor();
}, 120_000);
afterAll(() => rig.close());

async function heap(): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}

/** Reading the log and parsing each line in a process that does nothing else. */
async function parsing(): Promise<number> {
  const script = `const s=performance.now();require('fs').readFileSync(${JSON.stringify(log)},'utf8').split('\\n').filter((l)=>l&&JSON.parse(l));console.log(performance.now()-s)`;
  return Number((await promisify(execFile)(process.execPath, ['-e', script])).stdout);
}

/** From the click to the newest rows on screen, by the clock of the page. */
async function firstScreen(title: string, last: string): Promise<number> {
  const row = page.getByRole('button', { name: title }).first();
  await row.waitFor();
  const shown = page.evaluate(
    ({ words }) =>
      new Promise<number>((resolve) => {
        document.addEventListener(
          'click',
          () => {
            const start = performance.now();
            const look = (): void => {
              const text = document.querySelector('[aria-label="Transcript"]')?.textContent ?? '';
              if (text.includes(words)) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
              else requestAnimationFrame(look);
            };
            look();
          },
          { capture: true, once: true },
        );
      }),
    { words: last },
  );
  await row.click();
  return shown;
}

describe(`a log of ${MEGABYTES} MB in ${ENTRIES} entries (${HOST})`, () => {
  test('shows its first screen within a second, and the page holds a bounded part of it', async () => {
    const bytes = (await readFile(log)).length / 1_000_000;
    const before = await heap();
    const [bare, times, heaps]: [number[], number[], number[]] = [[], [], []];
    for (const title of TITLES) {
      bare.push(await parsing());
      times.push(await firstScreen(title, `Part ${ENTRIES - 7} of ${title}`));
      heaps.push(await heap());
    }
    const all = (values: readonly number[]): string => values.map((value) => value.toFixed(0)).join(', ');
    console.log(
      `figure: first screens of ${bytes.toFixed(0)} MB ${all(times)} ms; reading and parsing alone ${all(bare)} ms; load ${loadavg()[0]?.toFixed(1)}`,
    );
    console.log(
      `figure: heap of the page ${all(heaps)} MB with one, two and three of them open, ${before.toFixed(0)} MB with a short session`,
    );
    const [time, parse] = [Math.min(...times), Math.min(...bare)];
    expect(((heaps.at(-1) ?? 0) - before) / TITLES.length).toBeLessThan(MOST_HEAP);
    expect(time).toBeLessThan(Math.max(FIRST_SCREEN, TIMES_PARSING * parse));
  });
});
