import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, RecordedRequest, Reply } from '../src/core/testing/model-script.ts';
import { ScriptedCache } from '../src/core/testing/sent-bodies.ts';
import { axeFaultsInBoth } from './lib/axe.ts';
import { HOST } from './lib/host.ts';
import { endAll } from './lib/processes.ts';
import { composer, runTurn, send, showAll, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

function config(url: string): string {
  return `providers: { script: { type: openai_compat, base_url: "${url}", api_key: none } }
models:
  definitions:
    scripted: { provider: script, id: scripted, retry: { enabled: false }, price: { input: 2, output: 1, cache_read: 0.5 } }
  profiles: { default: { default_model: scripted } }
`;
}

const cache = new ScriptedCache();
let release: () => void = () => {};
let pause: Pick<Answer, 'pause'> = {};

/** Answers as a provider does that caches; while it is held, only the beginning of the answer comes. */
function reply(request: RecordedRequest): Reply {
  const { input, read } = cache.take(request);
  const usage = { prompt_tokens: input, prompt_tokens_details: { cached_tokens: read }, completion_tokens: 5 };
  return { text: ['An answer ', 'in two pieces.'], usage, ...pause };
}

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  rig = await createWindowRig({ script: reply, config });
  page = await rig.open();
});
afterAll(async () => {
  release();
  await rig.close();
});

async function openTab(): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Prefix' });
  if (!(await tab.isVisible())) await page.keyboard.press('Control+i');
  await tab.click();
}

function rows(): Locator {
  return page.getByRole('list', { name: 'Requests, the newest first' }).getByRole('listitem');
}

function row(number: number): Locator {
  return rows().getByRole('button', { name: new RegExp(`^${number}\\D`) });
}

describe(`the prefix inspector (${HOST})`, () => {
  test('says what it is for before anything was sent', async () => {
    await openTab();
    await page.getByText('The first prompt sends the first request.').waitFor();
    expect(await axeFaultsInBoth(page)).toEqual([]);
  });

  test('lists each request as it is answered, and what it goes on from', async () => {
    await runTurn(page, 'One. '.repeat(500));
    await row(1).getByText('First recorded request').waitFor();
    await runTurn(page, 'Two.');
    await row(2).getByText('Goes on from 1').waitFor();
    await page.getByText('2 requests · 0 breaks', { exact: true }).waitFor();
  });

  test('is the open tab again after a reload of the window', async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Prefix', selected: true }).waitFor();
    await row(2).getByText('Goes on from 1').waitFor();
  });

  test('a request whose answer was begun is there after kill -9, and the next one goes on from the one before it', async () => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    pause = { pause: (frame) => (frame < 2 ? undefined : released) };
    await send(page, 'Three.');
    await transcript(page).getByText('An answer', { exact: true }).waitFor();
    endAll([rig.app.pid]);
    await rig.app.ended;
    pause = {};
    release();
    page = await rig.open();
    await showAll(page);
    await turnEnds(page).getByText('Interrupted').waitFor();
    await openTab();
    await row(3).getByText('no end').waitFor();
    await runTurn(page, 'Four.');
    await row(4).getByText('Goes on from 2').waitFor();
  });

  test('shows where a compaction broke the prefix, byte by byte, and what that cost', async () => {
    await runTurn(page, 'Five.');
    await runTurn(page, 'Six.');
    await send(page, '/compact');
    await transcript(page).getByRole('region', { name: 'Compaction' }).waitFor();
    await runTurn(page, 'Seven.');
    await row(8).waitFor();
    const broken = rows().first().getByRole('button').first();
    await broken.getByText(/^Breaks at message \d+ \(user\)$/).waitFor();
    await broken.focus();
    await page.keyboard.press('Enter');
    const detail = rows().first();
    await detail.getByText('Older messages became a summary.', { exact: true }).waitFor();
    await detail.getByText(/^One\. One\. .*…$/).waitFor();
    await detail.getByText(/^\$0\.0\d+ more$/).waitFor();
    expect(await axeFaultsInBoth(page)).toEqual([]);
  });

  test('any other request can be compared with it, and arrows go from row to row', async () => {
    const detail = rows().first();
    await detail.getByLabel('Compared with').selectOption({ label: 'Request 1' });
    await detail.getByText('Prompt of 1', { exact: true }).waitFor();
    await rows().first().getByRole('button').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() =>
        rows()
          .nth(1)
          .getByRole('button')
          .first()
          .evaluate((button) => button === document.activeElement),
      )
      .toBe(true);
    await composer(page).focus();
  });
});
