import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { childScript, subAgent } from '../src/core/testing/child-script.ts';
import { createGate, type Gate } from '../src/core/testing/gate.ts';
import type { Reply } from '../src/core/testing/model-script.ts';
import { axeFaultsInBoth } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { startNotificationDesktop } from './lib/notification-desktop.ts';
import { call, composer, runTurn, send, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig, type WindowRigOptions } from './lib/window-rig.ts';

let outside: string;
let rig: WindowRig;
let asks: Gate;
beforeEach(async () => {
  outside = await mkdtemp('/var/tmp/steiner-e2e-');
  for (const name of ['a.txt', 'b.txt']) await writeFile(join(outside, name), `inside ${name}\n`);
  asks = createGate();
});
afterEach(async () => {
  await rig.close();
  await rm(outside, { recursive: true, force: true, maxRetries: 10 });
});

const question = (page: Page) => transcript(page).getByLabel('Approval', { exact: true });
const card = (page: Page, task: string) => transcript(page).getByRole('region', { name: `Child, explore: ${task}` });
const row = (page: Page, title: string) =>
  page.getByRole('list', { name: /^(Today|Yesterday)$/ }).getByRole('button', { name: new RegExp(`^${title}`) });
const inbox = (page: Page, words: string) => page.getByRole('button', { name: words });

/** A session whose children read the files that their tasks name as soon as they may. */
async function withChildren(tasks: readonly string[], vars: WindowRigOptions['vars'] = {}): Promise<Page> {
  const script = childScript(
    [
      { calls: tasks.map((task) => subAgent('explore', task)) },
      { text: 'They are at it.' },
      { text: 'Hello.' },
      ...tasks.map((): Reply => ({ text: 'Noted.' })),
    ],
    async ({ task, round }): Promise<Reply> => {
      await asks.wait;
      return round === 0 ? { calls: [call('read', { path: join(outside, task) })] } : { text: `${task} was looked at.` };
    },
  );
  rig = await createWindowRig({ script, vars });
  const page = await rig.open();
  await runTurn(page, 'Look outside.');
  return page;
}

/** Another session comes on screen, and then the children ask. */
async function hide(page: Page): Promise<void> {
  await composer(page).press('Control+n');
  await runTurn(page, 'Another matter.');
  asks.open();
}

describe(`a child asks while its parent is hidden (${HOST})`, () => {
  test('the window says so, the keys lead to it, and once it is answered the child goes on', async () => {
    const page = await withChildren(['a.txt']);
    await hide(page);
    await inbox(page, '1 needs you').waitFor();
    await row(page, 'Look outside.').getByText('needs you').waitFor();
    expect(await question(page).count()).toBe(0);
    expect(await axeFaultsInBoth(page)).toEqual([]);
    await composer(page).press('Alt+ArrowDown');
    await question(page).getByText('Child, explore:').waitFor();
    await question(page).getByText('Allow reading this path?').waitFor();
    await card(page, 'a.txt').getByText('needs you').waitFor();
    await expect.poll(() => question(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await axeFaultsInBoth(page)).toEqual([]);
    await page.keyboard.press('y');
    await card(page, 'a.txt').getByText('done', { exact: true }).waitFor();
    await inbox(page, 'Nothing needs you').waitFor();
    expect(await question(page).count()).toBe(0);
    await transcript(page).getByText('Noted.').waitFor();
    const read = rig.server.requests.filter(({ body }) => JSON.stringify(body.messages).includes('inside a.txt'));
    expect(read).toHaveLength(1);
  });

  test.runIf(process.platform === 'linux')('the desktop is told, a press leads to the question, and the answer takes it away', async () => {
    const desktop = await startNotificationDesktop();
    onTestFinished(desktop.close);
    const page = await withChildren(['a.txt'], desktop.vars);
    await hide(page);
    await expect
      .poll(() => desktop.shown)
      .toMatchObject([
        {
          summary: 'Steiner · project · main',
          body: expect.stringContaining('“Look outside.”: the child “a.txt” (explore) asks to read a path.'),
          actions: expect.arrayContaining(['default']),
        },
      ]);
    expect(JSON.stringify(desktop.shown)).not.toContain(outside);
    desktop.press(desktop.shown[0]?.id ?? 0);
    await question(page).getByText('Child, explore:').waitFor();
    await question(page)
      .getByRole('button', { name: /Allow once/ })
      .click();
    await expect.poll(() => desktop.shown).toEqual([]);
    await card(page, 'a.txt').getByText('done', { exact: true }).waitFor();
  });

  test('one question stands there at a time, a denial is told with its reason, and the child itself shows what it asked', async () => {
    const page = await withChildren(['a.txt', 'b.txt']);
    await hide(page);
    await inbox(page, '1 needs you').click();
    await question(page).waitFor();
    expect(await question(page).count()).toBe(1);
    const named = await question(page)
      .getByRole('button', { name: /^[ab]\.txt$/ })
      .textContent();
    await question(page)
      .getByRole('button', { name: named ?? '', exact: true })
      .click();
    await page.getByText('It takes no messages of its own').waitFor();
    await inbox(page, '1 needs you').waitFor();
    await question(page).getByRole('textbox', { name: 'Reason for denying, told to the model' }).fill('private');
    await page.keyboard.press('Enter');
    await transcript(page).getByText('Denied', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Back to its session' }).click();
    const other = named === 'a.txt' ? 'b.txt' : 'a.txt';
    await question(page).getByRole('button', { name: other, exact: true }).waitFor();
    await question(page)
      .getByRole('button', { name: /Allow once/ })
      .click();
    for (const task of ['a.txt', 'b.txt']) await card(page, task).getByText('done', { exact: true }).waitFor();
    const told = JSON.stringify(rig.server.requests.map(({ body }) => body.messages));
    expect([told.includes('Reason: private'), told.includes(`inside ${named}`), told.includes(`inside ${other}`)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('it is there again after the window was loaded again, and is gone with the program', async () => {
    const page = await withChildren(['a.txt']);
    await hide(page);
    await inbox(page, '1 needs you').waitFor();
    await page.reload();
    await inbox(page, '1 needs you').click();
    await question(page).getByText('Child, explore:').waitFor();
    await rig.quit();
    const again = await rig.open();
    await row(again, 'Look outside.').click();
    await card(again, 'a.txt').getByText('stopped', { exact: true }).waitFor();
    await inbox(again, 'Nothing needs you').waitFor();
    expect(await question(again).count()).toBe(0);
    await send(again, 'And now?');
    await turnEnds(again).nth(1).waitFor();
  });
});
