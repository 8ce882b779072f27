import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JsonServer, startJsonServer } from '../src/core/testing/json-server.ts';
import { axeFaultsInBoth } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { composer, runTurn, transcript } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const PAGES = [
  'General',
  'Models',
  'Providers',
  'Sandbox and network',
  'Approvals and modes',
  'Limits and budgets',
  'Web search',
  'Advanced',
  'This machine',
];

const yaml = (url: string) => `# Kept by hand.
providers:
  local: { type: openai_compat, base_url: "${url}", api_key: none } # in the cellar
models:
  profiles: { default: { default_model: local/scripted } }
limits:
  # Long enough for a large change.
  max_turns: 40   # was 80
  max_tokens: 400000
`;

let rig: WindowRig;
let page: Page;

const settings = () => page.getByRole('dialog', { name: 'Settings' });
const file = () => join(rig.workspace.home, 'config', 'config.yaml');
const field = (name: string) => settings().getByRole('textbox', { name, exact: true });

/** From anywhere to a page of the settings, without a mouse. */
async function goTo(name: string): Promise<void> {
  if (!(await settings().isVisible())) await page.keyboard.press('Control+,');
  const selected = settings().getByRole('tab', { selected: true });
  await selected.focus();
  const now = (await selected.textContent()) ?? '';
  const at = PAGES.findIndex((one) => now.startsWith(one));
  const steps = (PAGES.indexOf(name) - at + PAGES.length) % PAGES.length;
  for (let step = 1; step <= steps; step += 1) {
    await page.keyboard.press('ArrowDown');
    const next = PAGES[(at + step) % PAGES.length] ?? '';
    await settings().getByRole('tab', { name: next, selected: true }).waitFor();
  }
  await settings().getByRole('heading', { name, level: 2 }).waitFor();
}

async function overwrite(name: string, text: string): Promise<void> {
  await field(name).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

const faults = () => axeFaultsInBoth(page);

describe(`settings and their file (${HOST})`, () => {
  beforeAll(async () => {
    rig = await createWindowRig({ config: yaml, models: ['scripted', 'other'] });
    page = await rig.open();
    await composer(page).waitFor();
  });
  afterAll(() => rig.close());

  test('a value is changed by keyboard, and all else in the file stays as it was', async () => {
    await goTo('Limits and budgets');
    await overwrite('Rounds of a turn', '55');
    await page.keyboard.press('Enter');
    await expect.poll(() => readFile(file(), 'utf8')).toBe(yaml(rig.server.url).replace('max_turns: 40', 'max_turns: 55'));
    await settings().getByRole('button', { name: 'Reset Rounds of a turn' }).waitFor();
    expect(await field('Rounds of a turn').inputValue()).toBe('55');
  });

  test('a value that would not start is refused at its field, and what was typed stays there', async () => {
    const before = await readFile(file(), 'utf8');
    await overwrite('Rounds of a turn', 'many');
    await page.keyboard.press('Enter');
    await settings().getByRole('alert').getByText('Must be a number; found text.').waitFor();
    await page.keyboard.press('Tab');
    expect(await field('Rounds of a turn').inputValue()).toBe('many');
    expect(await field('Rounds of a turn').getAttribute('aria-invalid')).toBe('true');
    expect(await readFile(file(), 'utf8')).toBe(before);
    await overwrite('Rounds of a turn', '55');
    await page.keyboard.press('Enter');
  });

  test('what is typed and not written outlives a change of page, is marked, and can be discarded or saved', async () => {
    const before = await readFile(file(), 'utf8');
    await overwrite('Rounds of a turn', 'lots');
    await page.keyboard.press('Enter');
    await settings().getByRole('alert').getByText('Must be a number; found text.').waitFor();
    await goTo('Advanced');
    await settings()
      .getByRole('tab', { name: /^Limits and budgets ?, not saved$/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await settings().waitFor({ state: 'hidden' });
    await goTo('Limits and budgets');
    await settings().getByText('Not saved', { exact: true }).waitFor();
    expect(await field('Rounds of a turn').inputValue()).toBe('lots');
    expect(await faults()).toEqual([]);
    await settings().getByRole('button', { name: 'Discard: Rounds of a turn' }).click();
    await expect.poll(() => field('Rounds of a turn').inputValue()).toBe('55');
    await overwrite('Rounds of a turn', 'lots');
    await page.keyboard.press('Enter');
    await goTo('Advanced');
    await goTo('Limits and budgets');
    expect(await readFile(file(), 'utf8')).toBe(before);
    await overwrite('Rounds of a turn', '56');
    await page.keyboard.press('Tab');
    await expect.poll(() => readFile(file(), 'utf8')).toBe(before.replace('max_turns: 55', 'max_turns: 56'));
    await expect.poll(() => settings().getByText('Not saved', { exact: true }).count()).toBe(0);
  });

  test('a provider that is half typed is there again', async () => {
    await goTo('Providers');
    await settings().getByRole('button', { name: 'Add a provider' }).click();
    await settings().getByRole('textbox', { name: 'Name', exact: true }).fill('half');
    await goTo('Models');
    await goTo('Providers');
    expect(await settings().getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('half');
    await settings().getByRole('button', { name: 'Cancel' }).click();
  });

  test('a key that is half typed is there again, and is kept in memory alone', async () => {
    await goTo('Providers');
    const card = settings().getByRole('article', { name: 'Provider local' });
    await card.getByRole('button', { name: 'Replace the key of local' }).click();
    await page.keyboard.type('sk-half-typed');
    await goTo('Models');
    await settings()
      .getByRole('tab', { name: /^Providers ?, not saved$/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await settings().waitFor({ state: 'hidden' });
    await goTo('Providers');
    expect(await card.getByLabel('Key of local').inputValue()).toBe('sk-half-typed');
    expect(await faults()).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain('sk-half');
    await page.reload();
    await composer(page).waitFor();
    await goTo('Providers');
    await card.getByRole('button', { name: 'Replace the key of local' }).waitFor();
    expect(await readFile(file(), 'utf8')).not.toContain('sk-half');
  });

  test('a name and a value that are half typed are there again', async () => {
    await goTo('Models');
    const name = settings().getByRole('textbox', { name: 'Name, in models.definitions', exact: true });
    const provider = settings().getByRole('textbox', { name: 'Provider, in models.definitions', exact: true });
    await name.fill('small');
    await provider.fill('local');
    await goTo('Providers');
    await goTo('Models');
    expect([await name.inputValue(), await provider.inputValue()]).toEqual(['small', 'local']);
    await name.fill('');
    await provider.fill('');
    await expect.poll(() => settings().getByText(', not saved').count()).toBe(0);
  });

  test('a key that nothing goes by says so', async () => {
    await goTo('Advanced');
    const row = settings().locator('[data-setting="logging.thinking_chunk"]');
    await row.getByText('no effect').waitFor();
    expect(await settings().locator('[data-setting="logging.enabled"]').getByText('no effect').count()).toBe(0);
  });

  test('a provider that is configured is asked for its models', async () => {
    await goTo('Providers');
    await settings().getByRole('article', { name: 'Provider local' }).getByRole('button', { name: 'Check' }).click();
    await settings()
      .getByText(/^It works: 2 models, answered in /)
      .waitFor();
  });

  test.each(PAGES)('axe finds nothing, light and dark: %s', async (name) => {
    await goTo(name);
    expect(await faults()).toEqual([]);
  });

  test('axe finds nothing in what a search found', async () => {
    await settings().getByRole('searchbox', { name: 'Search settings' }).fill('limit');
    await settings().getByRole('region', { name: 'Found settings' }).waitFor();
    expect(await faults()).toEqual([]);
  });
});

describe(`settings of a file that somebody else changes too (${HOST})`, () => {
  beforeAll(async () => {
    rig = await createWindowRig({ config: yaml });
    // Without a folder nothing follows the file, so that what was written stays unread until the window asks.
    page = await rig.openEmpty();
    await page.getByRole('heading', { name: 'Your model' }).waitFor();
  });
  afterAll(() => rig.close());

  test('a change over a newer file is refused; the file and what was typed are both kept', async () => {
    await goTo('Limits and budgets');
    await overwrite('Rounds of a turn', '55');
    const theirs = yaml(rig.server.url).replace('max_turns: 40', 'max_turns: 70').replace('400000', '300000');
    await writeFile(file(), theirs);
    await page.keyboard.press('Enter');
    await settings().getByText('The file was changed by somebody else meanwhile').waitFor();
    expect(await readFile(file(), 'utf8')).toBe(theirs);
    expect(await field('Tokens of a turn').inputValue()).toBe('300000');
    expect(await field('Rounds of a turn').inputValue()).toBe('55');
    expect(await faults()).toEqual([]);
  });

  test('leaving the field writes nothing; Enter writes it over the newer file', async () => {
    await overwrite('Tokens of a turn', '350000');
    await page.keyboard.press('Enter');
    await expect.poll(() => readFile(file(), 'utf8')).toContain('max_tokens: 350000');
    expect(await readFile(file(), 'utf8')).toContain('max_turns: 70');
    await field('Rounds of a turn').focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => readFile(file(), 'utf8'))
      .toBe(yaml(rig.server.url).replace('max_turns: 40', 'max_turns: 55').replace('400000', '350000'));
  });
});

describe(`settings of a file that is broken (${HOST})`, () => {
  beforeAll(async () => {
    rig = await createWindowRig({ config: (url) => `${yaml(url)}  broken: [\n` });
    page = await rig.openEmpty();
    await page.getByRole('heading', { name: 'Your model' }).waitFor();
  });
  afterAll(() => rig.close());

  test.each(['General', 'Limits and budgets', 'This machine'])('is seen on whatever page they open: %s', async (name) => {
    await goTo(name);
    await page.keyboard.press('Escape');
    await settings().waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+,');
    await settings().getByRole('heading', { name, level: 2 }).waitFor();
    await settings()
      .getByText(/not valid YAML/)
      .first()
      .waitFor();
    await settings().getByText(file(), { exact: true }).first().waitFor();
    await settings().getByRole('button', { name: 'Open file' }).last().waitFor();
    expect(await faults()).toEqual([]);
  });
});

describe(`from nothing to a working model (${HOST})`, () => {
  let locked: JsonServer;
  beforeAll(async () => {
    locked = await startJsonServer(() => ({ status: 401, json: { error: 'no' } }));
    rig = await createWindowRig({ config: () => '', script: [{ text: 'Here I am.' }], models: ['scripted', 'other'] });
    page = await rig.open();
  });
  afterAll(async () => {
    await rig.close();
    await locked.close();
  });

  const form = () => settings().getByRole('form', { name: 'New provider' });

  test('a project without a model leads to the form, and a key that is refused says so', async () => {
    await page.getByRole('button', { name: 'Connect a model' }).click();
    await form().getByRole('combobox', { name: 'Kind' }).selectOption('openai_compat');
    await form().getByRole('textbox', { name: 'Address' }).fill(`${locked.url}/v1`);
    await form().getByLabel('Key, if it wants one').last().fill('sk-wrong');
    await form().getByRole('button', { name: 'Check', exact: true }).click();
    await form().getByText('The provider does not know this key').waitFor();
    expect(locked.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-wrong']);
    expect(await faults()).toEqual([]);
  });

  test('a server that answers is saved with its first model, and the next prompt is answered', async () => {
    await form().getByRole('textbox', { name: 'Address' }).fill(rig.server.url);
    await form().getByRole('button', { name: 'Check', exact: true }).click();
    await form()
      .getByText(/^It works: 2 models/)
      .waitFor();
    expect(await faults()).toEqual([]);
    await form().getByRole('combobox', { name: 'Default model' }).fill('scripted');
    await form().getByRole('combobox', { name: 'Default model' }).press('Enter');
    await settings().getByRole('article', { name: 'Provider openai_compat' }).waitFor();
    await page.keyboard.press('Escape');
    await settings().waitFor({ state: 'hidden' });
    await runTurn(page, 'Are you there?');
    await transcript(page).getByText('Here I am.').waitFor();
    expect((await rig.server.request(0)).headers.authorization).toBe('Bearer sk-wrong');
  });
});
