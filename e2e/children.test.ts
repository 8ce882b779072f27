import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { childScript, subAgent } from '../src/core/testing/child-script.ts';
import type { Reply } from '../src/core/testing/model-script.ts';
import { axeFaultsInBoth } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { endAll, processesNaming, processesRunning } from './lib/processes.ts';
import { composer, send, showAll, sleeper, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

let rig: WindowRig;
afterEach(() => rig.close());

const card = (page: Page, task: string) => transcript(page).getByRole('region', { name: `Child, explore: ${task}` });

/** A session with children: one runs a command that lasts, others answer. */
async function withChildren(name: string, ...tasks: readonly string[]) {
  const { line, reply } = sleeper(name);
  const script = childScript(
    [{ calls: ['Wait long.', ...tasks].map((task) => subAgent('explore', task)) }, { text: 'Both are at it.' }, { text: 'Noted.' }],
    ({ task, round }): Reply => (task === 'Wait long.' && round === 0 ? reply : { text: 'Found it in src.' }),
  );
  rig = await createWindowRig({ script });
  const page = await rig.open();
  await showAll(page);
  await send(page, 'Look around.');
  await expect.poll(() => processesRunning(line).length).toBe(1);
  return { page, line };
}

describe(`children in the window (${HOST})`, () => {
  test('have a card each, open from it and lead back, and end with the second Esc', async () => {
    const { page, line } = await withChildren('61', 'Be quick.');
    await card(page, 'Be quick.').getByText('done', { exact: true }).waitFor();
    await card(page, 'Wait long.').getByText('running', { exact: true }).waitFor();
    await card(page, 'Wait long.')
      .getByText(/^bash echo begun/)
      .waitFor();
    await turnEnds(page).first().waitFor();
    const rows = page.getByRole('list', { name: 'Children' }).getByRole('button');
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('Wait long.')]);
    expect(await axeFaultsInBoth(page)).toEqual([]);

    await card(page, 'Be quick.').getByRole('button', { name: 'Be quick.' }).press('Enter');
    await transcript(page).getByText('Found it in src.').waitFor();
    await page.getByText('It takes no messages of its own').waitFor();
    const listed = page.getByRole('list', { name: /^(Today|Yesterday)$/ });
    await expect.poll(() => listed.getByText('Look around.').count()).toBe(1);
    await expect.poll(() => listed.getByText('Be quick.').count()).toBe(1);
    expect(await composer(page).count()).toBe(0);
    expect(await axeFaultsInBoth(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back to its session' }).click();

    await transcript(page).getByText('Both are at it.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 child still runs. What comes of it waits for your next prompt.').waitFor();
    expect(processesRunning(line)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await card(page, 'Wait long.').getByText('stopped', { exact: true }).waitFor();
    await card(page, 'Wait long.').getByText('The user stopped it after 1 tool call.').waitFor();
    await expect.poll(() => processesRunning(line)).toEqual([]);
  });

  test('after kill -9 leave nothing running, and are shown as lost once, with a log that opens', async () => {
    const { page, line } = await withChildren('62');
    await turnEnds(page).first().waitFor();
    endAll([rig.app.pid]);
    expect(await rig.app.ended).toBe(null);
    await expect.poll(() => [...processesNaming(rig.base), ...processesRunning(line)]).toEqual([]);
    const again = await rig.open();
    await showAll(again);
    await card(again, 'Wait long.').getByText('ended with the session').waitFor();
    await send(again, 'And now?');
    await transcript(again).getByText('Noted.').waitFor();
    const told = JSON.stringify(rig.server.requests.at(-1)?.body.messages.at(-1));
    expect(told.match(/Result of child \w{8}: lost/g)).toHaveLength(1);
    await card(again, 'Wait long.').getByRole('button', { name: 'Wait long.' }).click();
    await turnEnds(again).getByText('Interrupted').waitFor();
    expect(rig.server.requests.filter(({ body }) => JSON.stringify(body.messages[0]).includes('You are a child')).length).toBe(1);
  });

  test('how much a session hands out is changed from the keyboard, after a word on what it costs', async () => {
    rig = await createWindowRig({ script: [{ text: 'One.' }, { text: 'Two.' }] });
    const page = await rig.open();
    await send(page, 'go');
    await turnEnds(page).first().waitFor();
    await send(page, '/orchestration');
    const dialog = page.getByRole('dialog', { name: 'Orchestration' });
    await dialog.getByRole('radio', { name: /^Standard \(now\)/ }).waitFor();
    await dialog.getByRole('radio', { name: /^Low/ }).check();
    await dialog.getByText(/sends the whole conversation anew: about .* tokens/).waitFor();
    expect(await axeFaultsInBoth(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Change it all the same' }).click();
    await transcript(page)
      .getByText(/^From the next turn on the model works itself/)
      .waitFor();
    await send(page, 'again');
    await turnEnds(page).nth(1).waitFor();
    const [first, second] = rig.server.requests.map(({ body }) => String(body.messages[0]?.content).includes('# Leading the work'));
    expect([first, second]).toEqual([true, false]);
  });
});
