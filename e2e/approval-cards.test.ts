import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../src/core/testing/model-script.ts';
import { axeFaults } from './lib/axe.ts';
import { oneModel } from './lib/cli-process.ts';
import { HOST } from './lib/host.ts';
import { call, composer, send, shell, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;
const LONG = `for file in $(git ls-files '*.ts'); do echo "== $file"; grep -n 'import' "$file" || true; done; ${'printf "%s\\n" "a rather long line that goes on"; '.repeat(12)}true`;

let outside: string;
let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  outside = await mkdtemp('/var/tmp/steiner-e2e-');
  const names = ['deep', 'er', 'and', 'deeper', 'still', 'with-a-name-that-does-not-end-soon'];
  const far = join(outside, ...names, 'notes about everything that was ever decided.md');
  const edits = Array.from({ length: 12 }, (_, index) => ({ type: 'create', path: join(outside, `file-${index}.txt`), content: 'x\n' }));
  const failing: Reply = { calls: [call('read', { path: 'not-there.txt' })] };
  rig = await createWindowRig({
    script: [
      { calls: ['a', 'b', 'c'].map((name) => call('read', { path: `${far}.${name}` })) },
      { text: 'ok' },
      { calls: [call('mutate', { operations: edits })] },
      { text: 'ok' },
      { calls: [shell(LONG)] },
      { text: 'ok' },
      failing,
      failing,
      failing,
      { text: 'ok' },
    ],
    files: { 'readme.txt': 'hello\n', '.steiner/config.yaml': 'limits: { max_turns: 5 }\nsandbox: { network: off }\n' },
    config: (server) => `${oneModel(server)}sandbox: { enabled: false }\n`,
  });
  page = await rig.open();
});
afterAll(async () => {
  await rig.close();
  await rm(outside, { recursive: true, force: true, maxRetries: 10 });
});

const question = () => transcript(page).getByLabel('Approval', { exact: true });

/** What is wrong with the page in both colour schemes and sizes; with `STEINER_SHOTS` a picture of each. */
async function faults(name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      if (sideways) found.push(`${colorScheme} ${size.width} scrolls sideways`);
      const folder = process.env.STEINER_SHOTS;
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}-${size.width}-${colorScheme}.png`) });
    }
    found.push(...(await axeFaults(page)).map((fault) => `${colorScheme} ${fault}`));
  }
  return found;
}

const press = (name: RegExp) => question().getByRole('button', { name }).click();

describe(`questions of every kind (${HOST})`, () => {
  test('settings that the project brings', async () => {
    const dialog = page.getByRole('dialog', { name: "Apply the project's own settings?" });
    await dialog.waitFor();
    expect(await faults('trust')).toEqual([]);
    await page.getByRole('button', { name: 'Not now' }).click();
  });

  test('several calls at once are asked about one by one, with paths of any length', async () => {
    await send(page, 'Read all of it.');
    await question().getByText('Allow reading this path?').waitFor();
    expect([await question().count(), await faults('path')]).toEqual([1, []]);
    for (const name of ['a', 'b', 'c']) {
      await question().getByText(`.md.${name}`).first().waitFor();
      await press(/^Deny/);
    }
    await turnEnds(page).nth(0).waitFor();
  });

  test('a change of many files', async () => {
    await send(page, 'Write them.');
    await question().getByText('Allow changing this path?').waitFor();
    expect(await faults('write')).toEqual([]);
    await press(/Allow for this project/);
    await question().getByRole('textbox', { name: 'Allow for this project' }).waitFor();
    expect(await faults('rule')).toEqual([]);
    await question().getByRole('textbox', { name: 'Allow for this project' }).press('Escape');
    await press(/^Deny/);
    await turnEnds(page).nth(1).waitFor();
  });

  test('a long command in plan mode without a sandbox', async () => {
    await composer(page).press('Shift+Tab');
    await send(page, 'Look around.');
    await question().getByText('Allow running this command?').waitFor();
    await question().getByText('Why was I asked?').click();
    expect(await faults('command')).toEqual([]);
    await press(/^Deny/);
    await turnEnds(page).nth(2).waitFor();
  });

  test('a call that keeps failing', async () => {
    await send(page, 'Try it again.');
    await question().getByText('Let this call go on?').waitFor();
    expect(await faults('loop')).toEqual([]);
    await press(/Stop repeating it/);
    await question().waitFor({ state: 'detached' });
    expect(await faults('answered')).toEqual([]);
  });

  test('restoring to before a prompt', async () => {
    await transcript(page)
      .getByRole('button', { name: /Restore/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    expect(await faults('restore')).toEqual([]);
    await page.keyboard.press('Escape');
  });
});
