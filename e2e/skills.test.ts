import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { composer, runTurn, send, showAll, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

/** Answers wait for it. */
let held: Promise<void> = Promise.resolve();
let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  rig = await createWindowRig({
    script: async () => {
      await held;
      return { text: 'Understood.' };
    },
  });
  const folder = join(rig.workspace.home, 'config', 'skills');
  await mkdir(join(folder, 'tidy'), { recursive: true });
  await mkdir(join(folder, 'broken'));
  await writeFile(
    join(folder, 'tidy', 'SKILL.md'),
    '---\nname: tidy\ndescription: Tidies what is left lying.\nargument-hint: "[folder]"\nmode: keep\n---\nTidy it.\n',
  );
  await writeFile(join(folder, 'broken', 'SKILL.md'), 'Just text.');
  page = await rig.open();
  await showAll(page);
});
afterAll(() => rig.close());

const faults = () => axeFaults(page);

/** What the last message of the user said of skills. */
function told(): readonly string[] {
  const user = rig.server.requests.at(-1)?.body.messages.findLast(({ role }) => role === 'user');
  return [...JSON.stringify(user?.content).matchAll(/\[Skill (\w+): (\w+)/g)].map(([, name, state]) => `${name} ${state}`);
}

describe(`skills in the window (${HOST})`, () => {
  test('a name is completed from the keyboard, and the prompt starts the skill', async () => {
    await composer(page).fill('/t');
    const list = page.getByRole('listbox', { name: 'Commands and skills' });
    await list.getByRole('option', { name: /^\/tidy \[folder\] skill Tidies what is left lying\./ }).waitFor();
    await list.getByRole('option', { name: /^\/tour / }).waitFor();
    expect(await faults()).toEqual([]);
    await composer(page).press('ArrowDown');
    await composer(page).press('ArrowUp');
    await composer(page).press('Tab');
    expect(await composer(page).inputValue()).toBe('/tidy ');
    await runTurn(page, '/tidy src');
    await transcript(page).getByText('Skill tidy active (yours, 9 B)').waitFor();
    expect(told()).toEqual(['tidy active']);
    await page.getByRole('list', { name: 'Active skills' }).getByRole('button', { name: 'tidy', exact: true }).waitFor();
  });

  test('the list shows each with its source and size, activates one, and says what is wrong with another', async () => {
    await composer(page).fill('/skills');
    await composer(page).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Skills' });
    await dialog.getByText('It must begin with front matter').waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: '/tour' })
      .getByText(/^bundled · [\d.]+ ?kB$/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Show tour' }).click();
    await dialog.getByText('A tour of the code').waitFor();
    expect(await faults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Activate tour' }).click();
    await dialog.getByRole('button', { name: 'Deactivate tour' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'End the skill tidy' }).click();
    await page.getByRole('button', { name: 'End the skill tidy' }).waitFor({ state: 'detached' });
    await runTurn(page, 'Go on.');
    expect(told()).toEqual(['tidy inactive', 'tour active']);
  });

  test('a restart keeps what is in force, and the context names it with its size', async () => {
    await rig.quit();
    page = await rig.open();
    await showAll(page);
    await page.getByRole('button', { name: 'End the skill tour' }).waitFor();
    await turnEnds(page).last().waitFor();
    await runTurn(page, 'And on.');
    expect(told()).toEqual([]);
    await composer(page).fill('/context');
    await composer(page).press('Enter');
    const panel = page.getByRole('tabpanel', { name: 'Context' });
    await panel.getByRole('row', { name: /^Skill tidy inactive 9 B/ }).waitFor();
    await panel.getByRole('row', { name: /^Skill tour [\d.]+ ?kB/ }).waitFor();
    expect(await faults()).toEqual([]);
  });

  test('the name of a skill counts in a queued message that is edited; a command of the window is refused and stays to be changed', async () => {
    let answer = () => {};
    held = new Promise((resolve) => {
      answer = resolve;
    });
    const asked = rig.server.requests.length;
    await send(page, 'Wait.');
    await rig.server.request(asked);
    await send(page, 'Look at src.');
    const queue = page.getByRole('list', { name: 'Queued' });
    await queue.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('textbox', { name: 'Queued text' });
    await editor.fill('/compact the tests');
    await editor.press('Enter');
    await page.getByText('/compact is a command of the window, not a message for the model.').first().waitFor();
    expect(await editor.inputValue()).toBe('/compact the tests');
    await editor.fill('/tidy src');
    await editor.press('Enter');
    await queue.getByText('/tidy src').waitFor();
    const ends = await turnEnds(page).count();
    answer();
    await expect.poll(() => turnEnds(page).count()).toBe(ends + 1);
    expect(told()).toEqual(['tidy active']);
  });
});
