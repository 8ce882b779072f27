import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { composer, runTurn, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

let rig: WindowRig;
let page: Page;

/** One server with a model that takes an effort, and a provider whose key is missing. */
const config = (url: string) => `providers:
  local: { type: openai_compat, base_url: "${url}" }
  cloud: { type: openai, api_key_env: NO_SUCH_KEY }
models:
  definitions:
    thinker: { provider: local, id: thinks, advanced: { reasoning: { effort: low, supported_efforts: [low, high] } } }
    plain: { provider: local, id: plain, advanced: { reasoning: { supported_efforts: [none] } } }
  profiles: { default: { default_model: local/scripted } }
`;

beforeAll(async () => {
  rig = await createWindowRig({
    script: [{ text: 'one' }, { text: 'two' }, { text: 'three' }, { text: 'four' }],
    models: ['scripted', 'listed-only'],
    config,
  });
  page = await rig.open();
  await composer(page).waitFor();
});
afterAll(() => rig.close());

const chooser = () => page.getByRole('dialog', { name: 'Choose a model' });

/** Opens the chooser; the keys go into its search from then on. */
async function openChooser(): Promise<void> {
  await page.keyboard.press('Control+m');
  await chooser().getByRole('combobox', { name: 'Search models' }).and(page.locator(':focus')).waitFor();
}

/** Waits until that model is the one that Enter takes. */
function marked(ref: string): Promise<void> {
  return chooser().locator('[role=option][data-highlighted]').filter({ hasText: ref }).waitFor();
}
const button = (name: string | RegExp) => page.getByRole('button', { name });

const faults = () => axeFaults(page);

describe(`the model chooser, by keyboard only (${HOST})`, () => {
  test('shows what the provider lists, though the configuration does not name it', async () => {
    await openChooser();
    await chooser()
      .getByRole('option', { name: /^local\/listed-only/ })
      .waitFor();
    expect(await faults()).toEqual([]);
  });

  test('a model that cannot be asked says why and is not taken', async () => {
    await page.keyboard.type('cloud gpt-5.1');
    await chooser().getByText('environment variable NO_SUCH_KEY, which is not set').last().waitFor();
    await page.keyboard.press('Enter');
    expect(await chooser().isVisible()).toBe(true);
  });

  test('a model and its effort are chosen, and the next request carries both', async () => {
    await page.keyboard.press('Control+a');
    await page.keyboard.type('thinker');
    await marked('thinker');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Effort of thinker' }).waitFor();
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'As configured: low' }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await button('Model: thinker · default').waitFor();
    await runTurn(page, 'Do not think.');
    expect((await rig.server.request(0)).body).not.toHaveProperty('reasoning_effort');
    await openChooser();
    await page.keyboard.type('thinker');
    await marked('thinker');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Effort of thinker' }).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await button('Model: thinker · high').waitFor();
    await runTurn(page, 'Think.');
    const { body } = await rig.server.request(1);
    expect([body.model, body.reasoning_effort]).toEqual(['thinks', 'high']);
  });

  test('a favourite stands first, and Esc goes back step by step', async () => {
    await openChooser();
    await page.keyboard.type('listed');
    await marked('local/listed-only');
    await page.keyboard.press('Alt+f');
    await chooser().getByText('Favourites', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await chooser().waitFor({ state: 'hidden' });
    await openChooser();
    await chooser().getByText('Most chosen', { exact: true }).waitFor();
    const firstTwo = async () => (await chooser().getByRole('option').allInnerTexts()).slice(0, 2).map((text) => text.split('\n')[0]);
    await expect.poll(firstTwo).toEqual(['local/listed-only', 'thinker']);
    await chooser()
      .getByText(/reads about .* tokens anew/)
      .waitFor();
    await page.keyboard.press('Escape');
  });

  test('the choice of a session is there after a restart', async () => {
    expect(await rig.quit()).toBe(0);
    page = await rig.open();
    await button('Model: thinker · high').waitFor();
    await turnEnds(page).last().waitFor();
    await runTurn(page, 'Go on.');
    const { body } = await rig.server.request(2);
    expect([body.model, body.reasoning_effort]).toEqual(['thinks', 'high']);
  });
});
