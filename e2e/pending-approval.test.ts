import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOST } from './lib/host.ts';
import { endAll, processesNaming } from './lib/processes.ts';
import { call, create, send, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

let outside: string;
let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  outside = await mkdtemp('/var/tmp/steiner-e2e-');
  for (const name of ['a.txt', 'b.txt']) await writeFile(join(outside, name), `inside ${name}\n`);
  rig = await createWindowRig({
    script: [
      { calls: [create('once.txt', 'x\n'), call('read', { path: join(outside, 'a.txt') }), create('after.txt', 'x\n')] },
      { text: 'Read the first.' },
      { calls: [call('read', { path: join(outside, 'b.txt') })] },
      { text: 'Did without.' },
    ],
  });
  page = await rig.open();
});
afterAll(async () => {
  await rig.close();
  await rm(outside, { recursive: true, force: true, maxRetries: 10 });
});

const question = () => transcript(page).getByLabel('Approval', { exact: true });
const results = () =>
  (rig.server.requests.at(-1)?.body.messages ?? []).filter((message) => JSON.stringify(message).includes('tool_call_id'));

describe(`a question that waits when the app ends (${HOST})`, () => {
  test('is there again after kill -9, is answered, and the turn goes on with nothing done twice', async () => {
    await send(page, 'Read it.');
    await question().getByText('Allow reading this path?').waitFor();
    endAll([rig.app.pid]);
    await rig.app.ended;
    await expect.poll(() => processesNaming(rig.base)).toEqual([]);
    page = await rig.open();
    await question().getByText(join(outside, 'a.txt')).first().waitFor();
    expect(await turnEnds(page).count()).toBe(0);
    await question()
      .getByRole('button', { name: /Allow once/ })
      .click();
    await transcript(page).getByText('Read the first.').waitFor();
    await turnEnds(page).getByText('Done').waitFor();
    const told = results().map((message) => JSON.stringify(message));
    expect([rig.server.requests.length, told.length]).toEqual([2, 3]);
    expect(told[1]).toContain('inside a.txt');
    await expect
      .poll(async () => (await rig.workspace.git('status', '--short')).trim().split('\n').sort())
      .toEqual(['?? after.txt', '?? once.txt']);
  });

  test('is there again after the window was closed, and a denial is told with its reason', async () => {
    await send(page, 'And the other.');
    await question().getByText('Allow reading this path?').waitFor();
    await rig.quit();
    page = await rig.open();
    await question().getByRole('textbox', { name: 'Reason for denying, told to the model' }).fill('private');
    await page.keyboard.press('Enter');
    await transcript(page).getByText('Did without.').waitFor();
    expect(JSON.stringify(results().at(-1))).toContain('Reason: private');
    expect(await question().count()).toBe(0);
  });
});
