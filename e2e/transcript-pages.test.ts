import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBigLog } from '../src/core/testing/big-log.ts';
import { sessionIdSchema } from '../src/shared/ids.ts';
import { axeFaultsInBoth } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { transcript } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const ENTRIES = 2_000;
/** So many that they are not all read before anybody asks for them. */
const SILENT = 6_000;

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  rig = await createWindowRig();
  const { home, path: project } = rig.workspace;
  const of = { state: join(home, 'state'), project, id: sessionIdSchema.parse('c'.repeat(32)), title: 'Years', model: 'script/scripted' };
  await writeBigLog({ ...of, generation: 0.6, megabytes: 4, entries: ENTRIES });
  const silent = { ...of, id: sessionIdSchema.parse('d'.repeat(32)), title: 'Without words' };
  await writeBigLog({ ...silent, generation: 0, megabytes: 1, entries: SILENT, wordless: true });
  page = await rig.open();
}, 120_000);
afterAll(() => rig.close());

/** Numbers of the answers that are drawn, from top to bottom. */
async function parts(): Promise<readonly number[]> {
  const text = (await transcript(page).textContent()) ?? '';
  return [...text.matchAll(/Part (\d+) of/g)].map(([, number]) => Number(number));
}

function gaps(numbers: readonly number[]): readonly number[] {
  return numbers.filter((number, index) => index > 0 && number - (numbers[index - 1] ?? 0) !== 10);
}

describe(`a session of which the window holds a part (${HOST})`, () => {
  test('is read upwards without a gap', async () => {
    await page.getByRole('button', { name: /^Years/ }).click();
    await transcript(page)
      .getByText(`Part ${ENTRIES - 7} of`)
      .waitFor();
    await transcript(page).hover();
    const broken: number[] = [];
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -600);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        const shown = await parts();
        broken.push(...gaps(shown));
        return shown[0];
      })
      .toBeLessThan(ENTRIES - 300);
    expect(broken).toEqual([]);
  });

  test('begins, is searched and ends wherever the reader is', async () => {
    await transcript(page).press('Home');
    await transcript(page).getByText('Prompt 2', { exact: true }).waitFor();
    await page.keyboard.press('Control+f');
    await page.getByLabel('Find in the transcript').fill('Part 1003 of');
    await transcript(page).getByText('Part 1003 of').waitFor();
    await page.getByText('1 of 1').waitFor();
    expect(gaps(await parts())).toEqual([]);
    await page.getByRole('button', { name: 'To the end' }).click();
    await transcript(page)
      .getByText(`Part ${ENTRIES - 7} of`)
      .waitFor();
  });

  test('of calls alone, is read on where nothing scrolls, and what is open stays open', async () => {
    await page.getByRole('button', { name: /^Without words/ }).click();
    const groups = transcript(page).getByRole('button', { name: /^Ran \d+ commands/ });
    const earlier = page.getByRole('button', { name: 'Earlier' });
    const start = transcript(page).getByText('Go on and on', { exact: true });
    await earlier.waitFor();
    expect(await axeFaultsInBoth(page)).toEqual([]);
    for (let click = 0; click < SILENT && !(await start.isVisible()); click += 1) {
      await earlier.click();
      await earlier.or(start).first().waitFor();
    }
    await page.getByRole('button', { name: 'To the end' }).click();
    await earlier.waitFor();
    const newest = groups.last();
    await newest.click();
    await transcript(page).press('Home');
    await start.waitFor();
    await page.getByRole('button', { name: 'To the end' }).click();
    await expect.poll(() => newest.getAttribute('aria-expanded')).toBe('true');
  });
});
