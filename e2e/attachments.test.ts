import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png } from '../src/core/testing/pictures.ts';
import { axeFaultsInBoth } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { call, composer, send, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const SHOT = png(64, 48);
const LARGE = png(4_000, 1_000);
const LONG = Array.from({ length: 312 }, (_, index) => `row ${index + 1}`).join('\n');

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  const replies = [{ text: 'Blue.' }, { text: 'Long.' }, { calls: [call('read', { path: 'shots/ui.png' })] }, { text: 'Read.' }];
  rig = await createWindowRig({
    script: ({ index }) => replies[index] ?? { text: 'Again.' },
    files: { 'src/deep/main.ts': 'one\ntwo\nthree\n', 'src/a b.md': 'x\n' },
  });
  await writeFile(join(rig.workspace.path, 'shot.png'), SHOT);
  await mkdir(join(rig.workspace.path, 'shots'));
  await writeFile(join(rig.workspace.path, 'shots', 'ui.png'), SHOT);
  page = await rig.open();
});
afterAll(() => rig.close());

function strip(): Locator {
  return page.getByRole('list', { name: 'Attachments' }).last().getByRole('listitem');
}

/** Pastes a picture into the prompt. */
async function pastePicture(name: string, bytes: Buffer): Promise<void> {
  const given = { name, data: bytes.toString('base64') };
  await composer(page).evaluate((box, { name: called, data }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], called, { type: 'image/png' }));
    box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer }));
  }, given);
}

/** Drops a file of the disk on the transcript, as the browser takes it from the desktop. */
async function drop(name: string, bytes: Buffer): Promise<void> {
  const path = join(rig.base, name);
  await writeFile(path, bytes);
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 640, y: 300, data });
  await devtools.detach();
}

async function pasteText(text: string): Promise<void> {
  await composer(page).evaluate((box, pasted) => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', pasted);
    box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer }));
  }, text);
}

/** Resolves once a draft with these words is on disk. */
async function written(...words: readonly string[]): Promise<void> {
  const state = join(rig.workspace.home, 'state');
  const drafts = async () => {
    const names = (await readdir(state, { recursive: true })).filter((name) => name.endsWith('draft.json'));
    return Promise.all(names.map((name) => readFile(join(state, name), 'utf8').catch(() => '')));
  };
  await expect.poll(async () => (await drafts()).some((draft) => words.every((word) => draft.includes(word)))).toBe(true);
}

const faults = () => axeFaultsInBoth(page);

const said = (request: number) => JSON.stringify(rig.server.requests[request]?.body.messages);

/** Whether every picture in the page has been drawn. */
const drawn = (images: Locator) =>
  images.evaluateAll((all) => all.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 0));

describe(`attachments in the window (${HOST})`, () => {
  test('pictures come by paste, drop and picker, the large one made smaller, and go by keyboard', async () => {
    await composer(page).fill('What is it?');
    await pastePicture('image.png', SHOT);
    await strip().nth(0).waitFor();
    await drop('large.png', LARGE);
    await strip().nth(1).waitFor();
    await page.getByLabel('Files to attach').setInputFiles(join(rig.workspace.path, 'shot.png'));
    await strip().nth(2).waitFor();
    expect(
      await strip()
        .getByRole('img')
        .evaluateAll((all) => all.map((image) => image.getAttribute('alt'))),
    ).toEqual([
      expect.stringMatching(/^image.png, 64 × 48/),
      expect.stringMatching(/^large.png, 2000 × 500/),
      expect.stringMatching(/^shot.png, 64 × 48/),
    ]);
    await expect.poll(() => drawn(strip().getByRole('img'))).toBe(true);
    expect(await faults()).toEqual([]);
    await strip().nth(0).getByRole('button').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    await expect.poll(() => strip().count()).toBe(2);
    await expect
      .poll(() =>
        strip()
          .nth(1)
          .getByRole('button')
          .first()
          .evaluate((tile) => tile === document.activeElement),
      )
      .toBe(true);
  });

  test('what is no picture and no text is refused in words', async () => {
    await drop('data.png', Buffer.from([0, 1, 2, 3]));
    await page.getByText(/^data.png cannot be attached: it is no PNG, JPEG, WebP or GIF/).waitFor();
    await page
      .getByRole('button', { name: /Dismiss|Close/ })
      .first()
      .click();
    expect(await strip().count()).toBe(2);
  });

  test('sent, they reach the model and stand in the transcript, where Enter shows one large and Esc closes it', async () => {
    await composer(page).press('Enter');
    await turnEnds(page).nth(0).waitFor();
    expect(said(0).split('data:image/png;base64,').length).toBe(3);
    expect(await strip().count()).toBe(2);
    const thumbnail = transcript(page).getByRole('list', { name: 'Attachments' }).getByRole('button').nth(1);
    await thumbnail.focus();
    await page.keyboard.press('Enter');
    const viewer = page.getByRole('dialog', { name: 'large.png' });
    await viewer.getByRole('img').waitFor();
    await expect.poll(() => drawn(viewer.getByRole('img'))).toBe(true);
    expect(await faults()).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'image.png' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await composer(page).inputValue()).toBe('');
  });

  test('a long paste is a chip that can be seen, put into the prompt and taken out; a short one is text', async () => {
    await composer(page).fill('');
    await pasteText(LONG);
    const chip = page.getByRole('button', { name: /^Pasted text/ });
    await chip.getByText('312 lines').waitFor();
    await chip.click();
    await page.getByRole('dialog', { name: 'Pasted text' }).getByText('row 312').waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Put into the prompt' }).click();
    await chip.waitFor({ state: 'detached' });
    await expect.poll(async () => (await composer(page).inputValue()).split('\n').length).toBe(312);
    await composer(page).fill('');
    await pasteText(LONG);
    await page.getByRole('button', { name: 'Remove Pasted text' }).click();
    await chip.waitFor({ state: 'detached' });
    await pasteText(LONG);
    await chip.waitFor();
    await send(page, 'Why?');
    await turnEnds(page).nth(1).waitFor();
    expect(said(1)).toContain('[Pasted text, 312 lines]\\nrow 1\\n');
  });

  test('files are found while typing, taken by keyboard, and shown as chips with their lines', async () => {
    await composer(page).pressSequentially('See @main');
    const list = page.getByRole('listbox', { name: 'Files' });
    await list.getByRole('option', { name: 'src/deep/main.ts', selected: true }).waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => composer(page).inputValue()).toBe('See @src/deep/main.ts ');
    await page.keyboard.press('Backspace');
    await composer(page).pressSequentially(':2-3 and @ab');
    await list.getByRole('option', { name: 'src/a b.md', selected: true }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => composer(page).inputValue()).toBe('See @src/deep/main.ts:2-3 and @"src/a b.md" ');
    await composer(page).pressSequentially('@sr');
    await list.getByRole('option', { name: 'src/', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await composer(page).press('Control+Enter');
    await turnEnds(page).nth(2).waitFor();
    const chips = transcript(page).getByRole('list', { name: 'Attachments' }).last().getByRole('button');
    expect(await chips.allTextContents()).toEqual(['main.tslines 2–3 of 3', 'a b.md1 line']);
    await chips.first().click();
    const viewer = page.getByRole('dialog', { name: 'src/deep/main.ts' });
    await viewer.getByText('two\nthree').waitFor();
    await page.keyboard.press('Escape');
  });

  test('a picture that the model reads is shown to it, and in the transcript', async () => {
    const line = transcript(page).getByRole('button', { name: /^Read shots\/ui.png 64 × 48/ });
    await line.click();
    const shown = transcript(page).getByRole('img', { name: 'shots/ui.png, 64 × 48' });
    await expect.poll(() => drawn(shown)).toBe(true);
    await shown.click();
    await page.getByRole('dialog', { name: 'shots/ui.png' }).getByRole('img').waitFor();
    await page.keyboard.press('Escape');
    expect(said(3)).toContain('[Pictures of the results above: ui.png]');
  });

  test('drafts keep what stands beside them through a restart', async () => {
    await composer(page).fill('Not yet');
    await pastePicture('image.png', SHOT);
    await page.getByRole('button', { name: 'Remove image.png' }).waitFor();
    await written('Not yet', 'image.png');
    expect(await rig.quit()).toBe(0);
    page = await rig.open();
    await page
      .getByLabel('Sessions', { exact: true })
      .getByRole('button', { name: /^What is it/ })
      .click();
    await turnEnds(page).last().waitFor();
    const kept = page.locator('main').getByRole('list', { name: 'Attachments' }).last();
    await kept.getByRole('button', { name: 'Remove image.png' }).waitFor();
    await expect.poll(() => drawn(kept.getByRole('img'))).toBe(true);
    expect(await composer(page).inputValue()).toBe('Not yet');
  });

  test('so does what was written before there is a session, past another session and what was put aside', async () => {
    const sessions = page.getByLabel('Sessions', { exact: true });
    const openNew = () => page.keyboard.press('Control+n');
    await openNew();
    await page.getByRole('heading', { name: /^What should be done in/ }).waitFor();
    await composer(page).fill('Later, with a picture');
    await pastePicture('aside.png', SHOT);
    await page.getByRole('button', { name: 'Remove aside.png' }).waitFor();
    await composer(page).press('Control+s');
    await page.getByText('1 put aside').waitFor();
    await expect.poll(() => strip().count()).toBe(0);
    await pastePicture('first.png', SHOT);
    await page.getByRole('button', { name: 'Remove first.png' }).waitFor();
    await composer(page).fill('A first prompt');
    await sessions.getByRole('button', { name: /^What is it/ }).click();
    await expect.poll(() => composer(page).inputValue()).toBe('Not yet');
    await openNew();
    await expect.poll(() => composer(page).inputValue()).toBe('A first prompt');
    await written('A first prompt', 'first.png');
    expect(await rig.quit()).toBe(0);
    page = await rig.open();
    await turnEnds(page).last().waitFor();
    await openNew();
    await expect.poll(() => composer(page).inputValue()).toBe('A first prompt');
    await page.getByRole('button', { name: 'Remove first.png' }).click();
    await composer(page).fill('');
    await composer(page).press('Control+s');
    await page.getByRole('button', { name: 'Remove aside.png' }).waitFor();
    await expect.poll(() => composer(page).inputValue()).toBe('Later, with a picture');
    expect(await faults()).toEqual([]);
  });
});
