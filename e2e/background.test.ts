import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply, Script } from '../src/core/testing/model-script.ts';
import { axeFaultsInBoth } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { call, composer, send, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

/** Runs in the background until the file is there. */
function until(file: string, end: string): Reply {
  const command = `until [ -e ${file} ]; do sleep 0.05; done; ${end}`;
  return { calls: [call('bash', { command, background: true, expect_end: true })] };
}

/** One answer per request, for the tests below in their order. */
const SCRIPT: Script = [
  until('one', 'echo 12 tests passed'),
  { text: 'The tests run; I go on when they are through.' },
  { text: 'All tests pass.' },
  until('two', 'echo boom; exit 1'),
  { text: 'The build runs.' },
  { text: 'It failed: boom.' },
];

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  rig = await createWindowRig({ script: SCRIPT });
  page = await rig.open();
  await page.setViewportSize({ width: 1280, height: 800 });
});
afterAll(() => rig.close());

const status = () => page.getByRole('contentinfo');

async function looksRight(): Promise<void> {
  expect(await axeFaultsInBoth(page)).toEqual([]);
}

describe(`work beside the conversation (${HOST})`, () => {
  test('is waited for, and the session goes on by itself when it has ended', async () => {
    await send(page, 'Test it.');
    await status().getByText('Waiting for 1 command', { exact: true }).waitFor();
    const strip = page.getByRole('status').filter({ hasText: 'Goes on by itself after' });
    expect(await strip.textContent()).toContain('until [ -e one ]');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.getByText('in background', { exact: true }).waitFor();
    await looksRight();
    await writeFile(join(rig.workspace.path, 'one'), '');
    await turnEnds(page).nth(1).waitFor();
    await transcript(page).getByText('All tests pass.').waitFor();
    await status().getByText('Idle', { exact: true }).waitFor();
    await strip.waitFor({ state: 'detached' });
    expect(await transcript(page).getByRole('article', { name: /^You/ }).count()).toBe(1);
    const row = transcript(page).getByRole('button', { name: /^Background command until \[ -e one \].*done/ });
    await row.click();
    await transcript(page).getByText('12 tests passed', { exact: true }).waitFor();
    await looksRight();
  });

  test('is held by Esc, and told with the next prompt', async () => {
    await send(page, 'Build it.');
    await status().getByText('Waiting for 1 command', { exact: true }).waitFor();
    await composer(page).press('Escape');
    await status().getByText('1 command in the background').waitFor();
    await writeFile(join(rig.workspace.path, 'two'), '');
    await status().getByText('1 result held').waitFor();
    await page.getByRole('status').filter({ hasText: 'told with your next prompt' }).waitFor();
    await looksRight();
    expect(await turnEnds(page).count()).toBe(3);
    await send(page, 'And?');
    await transcript(page).getByText('It failed: boom.').waitFor();
    const [result, prompt] = ['Background command', 'And?'].map((words) => transcript(page).getByText(words).last());
    const tops = await Promise.all([result, prompt].map(async (row) => (await row?.boundingBox())?.y ?? 0));
    expect(tops[0]).toBeLessThan(tops[1] ?? 0);
    const told = String(rig.server.requests.at(-1)?.body.messages.at(-1)?.content);
    expect(told).toMatch(/\[Result of background command bg_2: failed, \d+ bytes follow\][\s\S]*\nboom\n\[End of result bg_2\]\n\nAnd\?$/);
    await looksRight();
  });
});
