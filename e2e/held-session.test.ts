import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliProcess, startCliIn } from './lib/cli-process.ts';
import { HOST } from './lib/host.ts';
import { composer, runTurn, transcript } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const SLOW = 'Take your time.';

let [begin, release]: (() => void)[] = [];
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});
const released = new Promise<void>((resolve) => {
  release = resolve;
});

let rig: WindowRig;
let page: Page;
let cli: CliProcess;
beforeAll(async () => {
  rig = await createWindowRig({
    script: async ({ body }) => {
      begin?.();
      if (JSON.stringify(body.messages.at(-1)).includes(SLOW)) await released;
      return { text: 'Here is the answer.' };
    },
  });
  cli = startCliIn(rig.workspace, 'exec', SLOW);
  await begun;
  page = await rig.open();
});
afterAll(() => rig.close());

describe(`a session that a command holds (${HOST})`, () => {
  test('can be read, and says why it cannot be written', async () => {
    await page
      .getByRole('button', { name: new RegExp(`^${SLOW}`) })
      .first()
      .click();
    await transcript(page).getByText(SLOW).waitFor();
    expect(await composer(page).isDisabled()).toBe(true);
    expect(await composer(page).getAttribute('placeholder')).toContain('another process holds it');
  });

  test('shows what came and goes on here once the command has ended', async () => {
    release?.();
    expect((await cli.ended).code).toBe(0);
    await transcript(page).getByText('Here is the answer.').waitFor();
    await runTurn(page, 'And now here.');
    expect(await transcript(page).getByText('Here is the answer.').count()).toBe(2);
  });
});
