import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Script } from '../src/core/testing/model-script.ts';
import { axeFaultsInBoth } from './lib/axe.ts';
import { unseenFocus } from './lib/focus.ts';
import { HOST } from './lib/host.ts';
import { endAll, processesRunning } from './lib/processes.ts';
import { call, composer, create, replace, runTurn, send, sleeper, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const running = sleeper('4');
const SCRIPT: Script = [
  { calls: [call('read', { path: 'readme.txt' }), call('grep', { pattern: 'hello' })] },
  { calls: [replace('readme.txt', 'hello', 'bye'), call('read', { path: 'gone.txt' })] },
  { text: '# Done\n\n- one\n- `two`\n\n```js\nconst three = 3;\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |' },
  running.reply,
  { text: 'Went on.' },
  { calls: [create('/var/tmp/steiner-e2e-axe.txt', 'x')] },
];

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  rig = await createWindowRig({ script: SCRIPT });
  page = await rig.openEmpty();
});
afterAll(() => rig.close());

const faults = () => axeFaultsInBoth(page);
/** And of a screen on which Tab stays: what does not show that it has the focus. */
const allFaults = async () => [...(await faults()), ...(await unseenFocus(page))];

describe(`axe finds nothing, light and dark, and the focus is seen wherever it goes (${HOST})`, () => {
  test('welcome', async () => {
    await page.getByRole('heading', { name: 'Steiner' }).waitFor();
    await page.getByText('Checking this machine').waitFor({ state: 'detached' });
    expect(await allFaults()).toEqual([]);
  });

  test('folder dialog', async () => {
    await page.keyboard.press('Control+o');
    const dialog = page.getByRole('dialog', { name: 'Open a folder' });
    await dialog.getByRole('list', { name: 'Folders' }).waitFor();
    expect(await allFaults()).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Path' }).fill(rig.workspace.path);
    await dialog.getByRole('button', { name: 'Open this folder' }).click();
    await composer(page).waitFor();
  });

  test('empty session', async () => {
    expect(await allFaults()).toEqual([]);
  });

  test('session with tools, a diff, a failure and Markdown', async () => {
    await runTurn(page, 'Change it.');
    await transcript(page)
      .getByRole('button', { name: /^Edited readme/ })
      .click();
    await transcript(page).getByRole('figure').waitFor();
    expect(await allFaults()).toEqual([]);
  });

  test('running command with queued items', async () => {
    await send(page, 'Wait.');
    await expect.poll(() => processesRunning(running.line).length).toBe(1);
    await send(page, 'Then this');
    await page.getByRole('list', { name: 'Queued' }).getByRole('listitem').waitFor();
    expect(await allFaults()).toEqual([]);
    endAll(processesRunning(running.line));
    await turnEnds(page).nth(1).waitFor();
  });

  test('open approval', async () => {
    await send(page, 'Elsewhere.');
    await transcript(page).getByLabel('Approval', { exact: true }).waitFor();
    expect(await allFaults()).toEqual([]);
  });

  test('palette', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Palette' }).waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('settings', async () => {
    await page.keyboard.press('Control+,');
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
    expect(await allFaults()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('usage and accounts', async () => {
    await page.keyboard.press('Control+u');
    const dialog = page.getByRole('dialog', { name: 'Usage and accounts' });
    await dialog.getByRole('table').first().waitFor();
    await dialog.getByRole('button', { name: 'Sign in with the browser' }).waitFor();
    expect(await allFaults()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test.each(['Context', 'Session'])('inspector: %s', async (name) => {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tabpanel', { name }).waitFor();
    expect(await allFaults()).toEqual([]);
  });

  test('sandbox and model pop-ups', async () => {
    await page.getByRole('button', { name: /^sandboxed/ }).click();
    await page.getByRole('dialog', { name: 'Sandbox' }).waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Model:/ }).click();
    await page.getByRole('dialog', { name: 'Choose a model' }).waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('error banner', async () => {
    await rig.close();
    rig = await createWindowRig({ config: () => 'provders: {}\n' });
    page = await rig.open();
    await page.getByRole('button', { name: 'Check again' }).waitFor();
    expect(await faults()).toEqual([]);
  });
});
