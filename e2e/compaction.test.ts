import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordedRequest, Reply } from '../src/core/testing/model-script.ts';
import { axeFaults } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { composer, runTurn, send, showAll, transcript } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const LONG = 'A line of an answer that is long enough to count for something when it goes.\n\n'.repeat(5);

function config(url: string): string {
  return [
    `providers: { script: { type: openai_compat, base_url: "${url}", api_key: none } }`,
    'models:',
    '  definitions:',
    '    scripted: { provider: script, id: scripted, retry: { enabled: false }, advanced: { limits: { context_window: 100000 } } }',
    '  profiles: { default: { default_model: scripted } }',
    '',
  ].join('\n');
}

let fails = false;
let release: () => void = () => {};
let held: Promise<void> | undefined;

function lastText({ body }: RecordedRequest): string {
  return JSON.stringify(body.messages.at(-1));
}

async function reply(request: RecordedRequest): Promise<Reply> {
  if (!lastText(request).includes('## Verification')) return { text: LONG };
  await held;
  return fails
    ? { status: 401, body: { error: { message: 'No.' } } }
    : { text: '## Task\nSix questions.\n\n## Preferences\nShort answers.' };
}

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  rig = await createWindowRig({ script: reply, config, files: { 'AGENTS.md': 'Be kind.\n' } });
  page = await rig.open();
  await showAll(page);
  for (let turn = 1; turn <= 6; turn += 1) await runTurn(page, `Question ${turn}.`);
});
afterAll(() => rig.close());

function banner() {
  return transcript(page).getByRole('region', { name: 'Compaction' });
}

const faults = () => axeFaults(page);

/** Whether resting on a part shows something. What still changes at the end of a turn can move the part away from under the pointer. */
async function restsOn(part: Locator, shown: Locator): Promise<boolean> {
  await page.mouse.move(0, 0);
  await part.hover();
  return shown.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
}

describe(`the context of a session in the window (${HOST})`, () => {
  test('the meter says how full it is, and of what', async () => {
    const meter = page.getByRole('button', { name: /^Context: ?\d+ % of 100k$/ });
    const dialog = page.getByRole('dialog', { name: 'Context of the next request' });
    await expect.poll(() => restsOn(meter, dialog)).toBe(true);
    await dialog.getByRole('row', { name: /^Your messages \(6\) / }).waitFor();
    await dialog.getByRole('row', { name: /^Tools \(\d+\) / }).waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.mouse.move(0, 0);
  });

  test('a compaction shows that it runs, what came of it, and is taken back', async () => {
    held = new Promise((resolve) => {
      release = resolve;
    });
    const first = transcript(page).getByRole('article', { name: 'You' }).first();
    await first.hover();
    await first.getByRole('button', { name: /^Pin/ }).click();
    await first.getByRole('button', { name: /^Unpin/ }).waitFor();
    await composer(page).fill('/compact');
    await page.getByRole('option', { name: /^\/compact \[focus\]/ }).waitFor();
    await send(page, '/compact the numbers');
    await transcript(page).getByText('Compacting: older messages become a summary').waitFor();
    await page.getByRole('contentinfo').getByText('Compacting').waitFor();
    release();
    await banner()
      .getByRole('button', { name: /^Compacted · [\d.k]+ → [\d.k]+ tokens · [\d.k]+ freed( · |$)/ })
      .click();
    await banner().getByText('The summary stands for 2 prompts, 3 answers. 1 pinned message before that stays').waitFor();
    await banner().getByText('Focus: the numbers').waitFor();
    await banner().getByText('Six questions.').waitFor();
    expect(await faults()).toEqual([]);
    await runTurn(page, 'Question 7.');
    const sent = rig.server.requests.at(-1)?.body.messages.map((message) => JSON.stringify(message)) ?? [];
    expect(sent.filter((message) => /Question [23]\./.test(message))).toEqual([]);
    expect(sent.filter((message) => /Question [14567]\.|Six questions/.test(message))).toHaveLength(6);
    await banner().getByRole('button', { name: 'Before and after' }).click();
    const history = page.getByRole('dialog', { name: 'History of the conversation' });
    await history.getByText(/^12 messages\. The compaction put 5 of them into a summary/).waitFor();
    await expect.poll(() => history.getByRole('listitem').filter({ hasText: 'in the summary' }).count()).toBe(5);
    await expect.poll(() => history.getByRole('listitem').filter({ hasText: 'pinned, stays' }).count()).toBe(1);
    expect(await faults()).toEqual([]);
    await history.getByRole('searchbox', { name: 'Filter the messages' }).fill('question 3');
    await expect.poll(() => history.getByRole('listitem').count()).toBe(1);
    await history.getByText('Question 3.').click();
    await history.getByRole('button', { name: 'After', exact: true }).click();
    await history.getByText('No message holds these words.').waitFor();
    await history.getByText('Summary 1').click();
    await history.getByText('Six questions.').waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await banner().getByRole('button', { name: 'Undo' }).click();
    await banner()
      .getByRole('button', { name: /^Compaction taken back/ })
      .waitFor();
    await runTurn(page, 'Question 8.');
    const again = rig.server.requests.at(-1)?.body.messages.map((message) => JSON.stringify(message)) ?? [];
    expect(again.filter((message) => /Question \d\./.test(message))).toHaveLength(8);
  });

  test('one that fails says so and changes nothing', async () => {
    fails = true;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search actions' }).fill('compact');
    await page
      .locator('[role=option][data-highlighted]')
      .filter({ hasText: /compact/i })
      .waitFor();
    await page.keyboard.press('Enter');
    await transcript(page)
      .getByText(/refused|rejected|key/i)
      .last()
      .waitFor();
    await runTurn(page, 'Question 9.');
    const sent = rig.server.requests.at(-1)?.body.messages.map((message) => JSON.stringify(message)) ?? [];
    expect(sent.filter((message) => /Question \d\./.test(message))).toHaveLength(9);
  });

  test('instructions that were changed elsewhere are marked once a person comes back to the window', async () => {
    await composer(page).fill('/context');
    await composer(page).press('Enter');
    const marks = page.getByRole('tabpanel', { name: 'Context' }).getByText('changed since');
    await page
      .getByRole('tabpanel', { name: 'Context' })
      .getByRole('row', { name: /AGENTS\.md|project/i })
      .first()
      .waitFor();
    expect(await marks.count()).toBe(0);
    await rig.workspace.write({ 'AGENTS.md': 'Be kind, and short.\n' });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await marks.waitFor();
  });

  test('so are those that come to be, with nothing of them sent', async () => {
    await writeFile(join(rig.workspace.home, 'config', 'AGENTS.md'), 'Be kind to all.\n');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page
      .getByRole('tabpanel', { name: 'Context' })
      .getByRole('row', { name: /^Your AGENTS\.md ?new, not sent ?0 B ?0$/ })
      .waitFor();
    expect(await faults()).toEqual([]);
  });
});
