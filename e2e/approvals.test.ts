import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../src/core/testing/model-script.ts';
import { axeFaults } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { call, composer, create, runTurn, send, showAll, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

let outside: string;
let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  outside = await mkdtemp('/var/tmp/steiner-e2e-');
  await mkdir(join(outside, 'data'));
  for (const name of ['a.csv', 'b.csv']) await writeFile(join(outside, 'data', name), 'x\n');
  const read = (name: string): Reply => ({ calls: [call('read', { path: join(outside, 'data', name) })] });
  const done: Reply = { text: 'ok' };
  const edit: Reply = { calls: [create('made.txt', 'x\n')] };
  rig = await createWindowRig({ script: [edit, done, read('a.csv'), done, read('b.csv'), done, read('b.csv'), done] });
  page = await rig.open();
  await showAll(page);
});
afterAll(async () => {
  await rig.close();
  await rm(outside, { recursive: true, force: true, maxRetries: 10 });
});

const faults = () => axeFaults(page);

const mode = (name: 'plan' | 'build') => page.getByRole('banner').getByRole('button', { name: `Mode: ${name}` });
const question = () => transcript(page).getByLabel('Approval', { exact: true });

describe(`modes and rules in the window (${HOST})`, () => {
  test('plan mode is switched by badge and key, said in the transcript, and kept by the tools', async () => {
    await mode('build').click();
    await mode('plan').waitFor();
    await runTurn(page, 'Make a file.');
    await transcript(page).getByText('in plan mode only .steiner/plans and .steiner/security can be written').first().waitFor();
    await composer(page).press('Shift+Tab');
    await mode('build').waitFor();
    await transcript(page).getByText('Build mode: the project can be changed').waitFor();
    const told = rig.server.requests.map(({ body }) => JSON.stringify(body.messages));
    expect(told[0]).toContain('[Mode: plan.');
  });

  test('a rule is made at the question with a preview, answers the next one, and is gone when removed', async () => {
    await send(page, 'Read it.');
    await question().getByText(outside).first().waitFor();
    await question()
      .getByRole('button', { name: /Allow for this project/ })
      .click();
    const pattern = question().getByRole('textbox', { name: 'Allow for this project' });
    expect(await pattern.inputValue()).toBe(join(outside, 'data'));
    await question().getByText('Nothing of this kind was asked in this project before.').waitFor();
    await pattern.fill('/');
    await question().getByText('Name a folder: this would cover all of the home folder or more.').waitFor();
    expect(await faults()).toEqual([]);
    await pattern.fill(join(outside, 'data'));
    await question().getByText('Nothing of this kind').waitFor();
    await pattern.press('Enter');
    await turnEnds(page).nth(1).waitFor();

    await runTurn(page, 'Read the other.');
    await transcript(page).getByText('by the rule').waitFor();
    expect(await question().count()).toBe(0);

    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('tab', { name: 'Approvals and modes' }).click();
    await settings.getByText('Decisions so far (2)').click();
    await settings.getByText('allowed by a rule').waitFor();
    expect(await faults()).toEqual([]);
    await settings.getByRole('button', { name: `Remove the rule ${join(outside, 'data')}` }).click();
    await settings.getByText('Nothing is allowed for good.').waitFor();
    await page.keyboard.press('Escape');

    await send(page, 'Once more.');
    await question().getByText('Why was I asked?').click();
    await question().getByText('No rule of this project is about this kind of question.').waitFor();
    await page.keyboard.press('y');
    await turnEnds(page).nth(3).waitFor();
  });
});
