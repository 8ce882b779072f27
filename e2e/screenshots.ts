import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Script } from '../src/core/testing/model-script.ts';
import { composer, create, runTurn, send, shell, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const FOLDER = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const NORMAL = { width: 1280, height: 800 };
const WIDE = { width: 1920, height: 1080 };

let rig: WindowRig;
afterEach(() => rig.close());

interface Shot {
  readonly name: string;
  readonly size?: typeof NORMAL;
  readonly colorScheme?: 'light' | 'dark';
}

/** Waits until colours have come to the code on the page and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const pictures: string[] = [];
  await expect
    .poll(
      async () => {
        pictures.push((await page.screenshot()).toString('base64'));
        return pictures.at(-1) === pictures.at(-2);
      },
      { timeout: 10_000, interval: 250 },
    )
    .toBe(true);
}

async function shoot(page: Page, { name, size = NORMAL, colorScheme = 'light' }: Shot): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize(size);
  // Where it points at nothing.
  await page.mouse.move(0, 0);
  await settle(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

/** The same view in both colour schemes. */
async function shootBoth(page: Page, { name, size = NORMAL }: Shot): Promise<void> {
  await shoot(page, { name: `${name}-light`, size });
  await shoot(page, { name: `${name}-dark`, size, colorScheme: 'dark' });
}

test('welcome, and the sample project with its failing test repaired', async () => {
  rig = await createWindowRig({ config: () => '' });
  const page = await rig.openEmpty();
  await page.getByText('Checking this machine').waitFor({ state: 'detached' });
  await shootBoth(page, { name: 'welcome' });
  await page.getByRole('button', { name: 'Try the sample project' }).click();
  await composer(page).waitFor();
  await runTurn(page, 'Run the tests and fix what fails.');
  await turnEnds(page).getByText('Done').waitFor();
  await page.getByRole('figure').first().waitFor();
  await shootBoth(page, { name: 'window' });
  await shootBoth(page, { name: 'window-wide', size: WIDE });
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Split', exact: true }).click();
  await shootBoth(page, { name: 'review', size: WIDE });
});

const SCRIPT: Script = [
  { text: 'The rounding happens in `src/money.ts`: amounts are kept in cents and only formatted at the border.' },
  { text: 'Two routes have no test: `POST /refunds` and `GET /invoices/:id/pdf`.' },
  { text: ['I will look at the version first.'], calls: [shell('ls; cat package.json')] },
  {
    text: ['The changelog belongs beside the repository, so I will write it there.'],
    calls: [create('/var/tmp/billing-notes.md', '# Notes\n\n- refunds are rounded once\n')],
  },
  { text: 'Understood.' },
];

test('a question, the palette and the settings', async () => {
  rig = await createWindowRig({ script: SCRIPT });
  const project = join(rig.base, 'billing-api');
  await rig.workspace.write({ '../billing-api/package.json': '{ "name": "billing-api", "version": "4.2.0" }\n' });
  await rig.workspace.git('-C', project, 'init', '--quiet', '--initial-branch', 'release-4.2');
  const page = await rig.open(project);
  await runTurn(page, 'Where are amounts rounded?');
  await page.keyboard.press('Control+n');
  await runTurn(page, 'Which routes have no test?');
  await page.keyboard.press('Control+n');
  await send(page, 'Write the release notes.');
  await transcript(page).getByLabel('Approval', { exact: true }).waitFor();
  await shootBoth(page, { name: 'approval' });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Palette' }).waitFor();
  await shootBoth(page, { name: 'palette' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Limits and budgets' }).click();
  await settings.getByText('When a turn stops by itself.').waitFor();
  await shootBoth(page, { name: 'settings' });
});
