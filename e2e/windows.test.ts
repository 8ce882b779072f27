import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOST } from './lib/host.ts';
import { processesNaming } from './lib/processes.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

let rig: WindowRig;
let first: Page;
let other: string;
beforeAll(async () => {
  rig = await createWindowRig();
  other = join(rig.base, 'other');
  await mkdir(other);
  first = await rig.open();
});
afterAll(() => rig.close());

function projectOf(page: Page): Promise<string | null> {
  return page.getByRole('banner').getByRole('heading').textContent();
}

describe(`one window per project (${HOST})`, () => {
  test('a second start with another folder opens a second window in the same app', async () => {
    expect(await rig.again(other)).toBe(0);
    const second = await rig.window(1);
    await expect.poll(() => Promise.all([first, second].map(projectOf))).toEqual(['project', 'other']);
  });

  test('a second start with an open folder brings its window forward and ends', async () => {
    const second = await rig.window(1);
    await second.bringToFront();
    expect(await rig.again(rig.workspace.path)).toBe(0);
    await expect.poll(() => first.evaluate(() => document.hasFocus())).toBe(true);
    expect(rig.app.windows()).toHaveLength(2);
  });

  test('a folder chosen in a window that has a project opens in a window of its own', async () => {
    const third = join(rig.base, 'third');
    await mkdir(third);
    await first.keyboard.press('Control+o');
    await first.getByRole('textbox', { name: 'Path' }).fill(third);
    await first.getByRole('button', { name: 'Open this folder' }).click();
    const opened = await rig.window(2);
    await expect.poll(() => Promise.all([opened, first].map(projectOf))).toEqual(['third', 'project']);
  });

  test('closing one window leaves the others; closing the last ends the app and every process', async () => {
    await (await rig.window(2)).close();
    await expect.poll(() => rig.app.windows().length).toBe(2);
    expect(await projectOf(first)).toBe('project');
    expect(await rig.quit()).toBe(0);
    await expect.poll(() => processesNaming(rig.base)).toEqual([]);
  });
});
