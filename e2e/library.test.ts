import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordedRequest, Reply } from '../src/core/testing/model-script.ts';
import { axeFaultsInBoth } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { composer, create, runTurn, transcript } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

function reply({ body }: RecordedRequest): Reply {
  const last = JSON.stringify(body.messages.at(-1));
  if (last.includes('Change the greeting')) return { calls: [create('greeting.txt', 'good morning')] };
  if (last.includes('ferry')) return { text: 'The night ferry leaves from pier 14.' };
  return { text: 'Done as you said.' };
}

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  rig = await createWindowRig({ script: reply });
  page = await rig.open();
  await runTurn(page, 'When does the ferry leave?');
  await newSession();
  await runTurn(page, 'Change the greeting.');
  await runTurn(page, 'And now rest.');
});
afterAll(() => rig.close());

async function newSession(): Promise<void> {
  await page.getByRole('button', { name: 'New session' }).click();
  await transcript(page).getByRole('article').first().waitFor({ state: 'detached' });
}

function sidebar(): Locator {
  return page.getByRole('region', { name: 'Sessions', exact: true });
}

function row(title: string): Locator {
  return sidebar()
    .locator('[data-row]')
    .filter({ hasText: new RegExp(`^${title}`) });
}

function list(which: string): Promise<void> {
  return sidebar().getByRole('button', { name: which, exact: true }).click();
}

function greeting(): Promise<string> {
  return readFile(join(rig.workspace.path, 'greeting.txt'), 'utf8').catch(() => 'none');
}

/** In the menu of a session. */
async function choose(title: string, entry: string): Promise<void> {
  await row(title).hover();
  await sidebar()
    .getByRole('button', { name: `Actions for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: new RegExp(`^${entry}`) }).click();
}

const FERRY = 'When does the ferry leave?';
const GREETING = 'Change the greeting.';

/** A message of the transcript, with what can be done from it. */
function article(name: string, text: string): Locator {
  return transcript(page).getByRole('article', { name }).filter({ hasText: text });
}

describe(`the sessions of a project (${HOST})`, () => {
  test('words are found in all of them while they are typed, and lead to their place', async () => {
    const box = page.getByRole('searchbox', { name: 'Search in all sessions' });
    await box.pressSequentially('pier 1');
    const found = sidebar().getByRole('list', { name: 'Found' }).getByRole('button');
    await found.filter({ hasText: 'Answer The night ferry leaves from pier 14.' }).waitFor();
    expect(await axeFaultsInBoth(page)).toEqual([]);
    await box.press('ArrowDown');
    await page.keyboard.press('Enter');
    await article('Answer', 'The night ferry leaves from pier 14.').waitFor();
    await box.fill('');
    await row(FERRY).waitFor();
  });

  test('one is renamed and pinned, and stands first from then on', async () => {
    await row(FERRY).press('F2');
    await page.getByRole('textbox', { name: 'Title' }).fill('Ferries');
    await page.keyboard.press('Enter');
    await row('Ferries').waitFor();
    await choose('Ferries', 'Pin');
    await sidebar()
      .getByRole('list', { name: 'Pinned' })
      .getByRole('button', { name: /^Ferries/ })
      .waitFor();
  });

  test('one that is archived is out of the way, and comes back', async () => {
    await choose(GREETING, 'Archive');
    await row(GREETING).waitFor({ state: 'detached' });
    await list('Archived');
    await choose(GREETING, 'Unarchive');
    await row(GREETING).waitFor({ state: 'detached' });
    await list('All');
    await row(GREETING).waitFor();
  });

  test('one that is deleted lies in the trash, and is whole when it comes back', async () => {
    await row('Ferries').click();
    await article('Answer', 'pier 14').waitFor();
    await row('Ferries').press('Delete');
    await row('Ferries').waitFor({ state: 'detached' });
    await list('Trash');
    expect(await axeFaultsInBoth(page)).toEqual([]);
    await sidebar().getByRole('button', { name: 'Restore Ferries' }).click();
    await article('Answer', 'pier 14').waitFor();
    await list('All');
    await row('Ferries').waitFor();
  });

  test('another one goes on from any message: a prompt is its draft, an answer its end', async () => {
    await row('Ferries').click();
    await article('Answer', 'pier 14').hover();
    await article('Answer', 'pier 14').getByRole('button', { name: 'Fork from here' }).click();
    await row('Fork of: Ferries').and(page.locator('[aria-current=true]')).waitFor();
    expect(await composer(page).inputValue()).toBe('');
    await article('You', FERRY).hover();
    await article('You', FERRY).getByRole('button', { name: 'Fork from here' }).click();
    await expect.poll(() => composer(page).inputValue()).toBe(FERRY);
    await expect.poll(() => row('Fork of: Ferries').count()).toBe(2);
  });

  test('one is written to a file, which makes another one', async () => {
    const file = join(rig.workspace.home, 'ferries');
    await choose('Ferries', 'Export');
    const form = page.getByRole('dialog', { name: 'Export the session' });
    await form.getByRole('button', { name: 'JSON, to import again' }).click();
    await form.getByRole('textbox').fill(file);
    expect(await axeFaultsInBoth(page)).toEqual([]);
    await form.getByRole('button', { name: 'Export', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    expect(await readFile(`${file}.json`, 'utf8')).toContain('pier 14');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search actions' }).fill('import');
    await page.getByRole('option', { name: /^Import a session/ }).click();
    const read = page.getByRole('dialog', { name: 'Import a session' });
    await read.getByRole('textbox').fill(`${file}.json`);
    await read.getByRole('button', { name: 'Import', exact: true }).click();
    await read.waitFor({ state: 'detached' });
    await article('Answer', 'pier 14').waitFor();
  });
});

describe(`going back (${HOST})`, () => {
  test('shows what would change, takes files and chat back, and redo brings both again', async () => {
    await row(GREETING).click();
    await article('You', GREETING).hover();
    await article('You', GREETING).getByRole('button', { name: 'Restore to here…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore to before this prompt' });
    await dialog.getByRole('list', { name: 'Files that would change' }).getByText('greeting.txt').waitFor();
    expect(await axeFaultsInBoth(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Files and chat' }).click();
    await article('You', GREETING).waitFor({ state: 'detached' });
    await expect.poll(async () => [await greeting(), await composer(page).inputValue()]).toEqual(['none', GREETING]);
    await page.getByRole('status').getByText('You went back · 2 turns hidden · files restored').waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await article('You', 'And now rest.').waitFor();
    await expect.poll(greeting).toBe('good morning');
  });

  test('prompts of the project are recalled from the newest back, and looked for by their words', async () => {
    await composer(page).fill('');
    await composer(page).press('ArrowUp');
    await expect.poll(() => composer(page).inputValue()).toBe('And now rest.');
    await composer(page).press('ArrowDown');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search actions' }).fill('when does ferry');
    await page.getByRole('option', { name: FERRY }).click();
    await expect.poll(() => composer(page).inputValue()).toBe(FERRY);
  });
});
