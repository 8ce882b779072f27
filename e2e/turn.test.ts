import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Script } from '../src/core/testing/model-script.ts';
import { HOST } from './lib/host.ts';
import { endAll, processesNaming, processesRunning } from './lib/processes.ts';
import { call, composer, create, readAll, replace, runTurn, send, shell, showAll, sleeper, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const OUTSIDE = `/var/tmp/steiner-e2e-${process.pid}.txt`;
const [stopped, steered] = [sleeper('1'), sleeper('2')];

/** One answer per request, for the tests below in their order. */
const SCRIPT: Script = [
  { calls: [call('read', { path: 'readme.txt' })] },
  { calls: [replace('readme.txt', 'hello', 'bye')] },
  { calls: [shell('cat readme.txt; echo made > made.txt')] },
  { text: ['The greeting ', 'is **changed**.'], usage: { prompt_tokens: 120, completion_tokens: 9, total_tokens: 129 } },
  { calls: [create(OUTSIDE, 'x\n')] },
  { text: 'Understood.' },
  stopped.reply,
  steered.reply,
  { text: 'Told.' },
  { text: 'Afterwards.' },
];

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  rig = await createWindowRig({ script: SCRIPT });
  page = await rig.open();
  await showAll(page);
});
afterAll(() => rig.close());

function toldIn(request: number): string {
  return JSON.stringify(rig.server.requests[request]?.body.messages.at(-1));
}

async function waitsInCommand(line: string): Promise<void> {
  await expect.poll(() => processesRunning(line).length).toBe(1);
}

describe(`a turn in the window (${HOST})`, () => {
  test('calls tools, changes the file in the sandbox, and shows the coloured diff and what it took', async () => {
    await runTurn(page, 'Say bye instead.');
    expect(await readFile(join(rig.workspace.path, 'readme.txt'), 'utf8')).toBe('bye\n');
    expect(await readFile(join(rig.workspace.path, 'made.txt'), 'utf8')).toBe('made\n');
    await transcript(page).getByRole('button', { name: 'Edited readme.txt' }).click();
    const diff = transcript(page).getByRole('figure', { name: 'Diff of readme.txt: 1 line added, 1 line removed' });
    const colour = (type: string) =>
      diff.locator(`[data-line][data-line-type=${type}]`).evaluate((line) => getComputedStyle(line).backgroundColor);
    const colours = [await colour('change-addition'), await colour('change-deletion'), 'rgba(0, 0, 0, 0)'];
    expect({ text: await diff.locator('code').textContent(), colours: new Set(colours).size }).toEqual({
      text: expect.stringMatching(/hello\s*bye/),
      colours: 3,
    });
    expect(await turnEnds(page).textContent()).toMatch(/^Done1 file.*4 rounds.*120 in · 9 out/);
    expect(await transcript(page).locator('strong').textContent()).toBe('changed');
  });

  test('asks about a path outside, takes no for an answer by keyboard, and tells the model why', async () => {
    await send(page, 'Write it down elsewhere.');
    const question = transcript(page).getByLabel('Approval', { exact: true });
    await question.getByText(OUTSIDE).first().waitFor();
    await page.getByRole('banner').getByRole('button', { name: '1 needs you' }).waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => question.evaluate((card) => card.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('n');
    await question.getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Keep to the project.');
    await page.keyboard.press('Enter');
    await turnEnds(page).nth(1).waitFor();
    await page.getByRole('button', { name: 'Nothing needs you' }).waitFor();
    await transcript(page).getByText('“Keep to the project.”').waitFor();
    expect({ written: existsSync(OUTSIDE), told: toldIn(5) }).toEqual({
      written: false,
      told: expect.stringContaining('Keep to the project.'),
    });
  });

  test('Esc stops a running command with its whole process group', async () => {
    await send(page, 'Wait.');
    await waitsInCommand(stopped.line);
    await composer(page).press('Escape');
    await turnEnds(page).nth(2).getByText('Stopped').waitFor();
    await expect.poll(() => processesRunning(stopped.line)).toEqual([]);
  });

  test('takes more while it runs: steered, queued for after, edited and taken back', async () => {
    await send(page, 'Wait again.');
    await waitsInCommand(steered.line);
    const queue = page.getByRole('list', { name: 'Queued' }).getByRole('listitem');
    await send(page, 'First');
    await send(page, 'Second', 'Control+Enter');
    await send(page, 'Third');
    await queue.nth(2).waitFor();
    expect(await queue.allTextContents()).toEqual([
      expect.stringMatching(/next round\s*First/),
      expect.stringMatching(/after the turn\s*Second/),
      expect.stringMatching(/next round\s*Third/),
    ]);
    await queue.nth(0).getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Queued text' }).fill('First, reworded');
    await page.getByRole('textbox', { name: 'Queued text' }).press('Enter');
    await queue.filter({ hasText: 'First, reworded' }).waitFor();
    await queue.nth(2).getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => queue.count()).toBe(2);
    endAll(processesRunning(steered.line));
    await turnEnds(page).nth(4).waitFor();
    expect([toldIn(8), toldIn(9), await queue.count()]).toEqual([
      expect.stringContaining('First, reworded'),
      expect.stringContaining('Second'),
      0,
    ]);
    expect(rig.server.requests.filter(({ bytes }) => bytes.includes('Third'))).toEqual([]);
  });

  test('quit and start again: the same transcript, and nothing left running between', async () => {
    await transcript(page).getByRole('button', { name: 'Edited readme.txt', expanded: true }).click();
    await transcript(page).getByRole('button', { name: 'Edited readme.txt', expanded: false }).waitFor();
    const before = await readAll(page, 'Say bye instead.');
    expect(await rig.quit()).toBe(0);
    await expect.poll(() => processesNaming(rig.base)).toEqual([]);
    page = await rig.open();
    await showAll(page);
    await page
      .getByLabel('Sessions', { exact: true })
      .getByRole('button', { name: /^Say bye instead/ })
      .click();
    await turnEnds(page).last().waitFor();
    expect(before.split('\n').length).toBeGreaterThan(40);
    await expect.poll(() => readAll(page, 'Say bye instead.')).toBe(before);
  });
});
