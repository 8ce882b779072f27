import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from './lib/axe.ts';
import { oneModel } from './lib/cli-process.ts';
import { HOST } from './lib/host.ts';
import { runTurn, send, shell, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

/** Of the loopback, but none that programs are told to reach around the proxy. */
const ADDRESS = '127.0.0.3';

let site: Server;
let url: string;
let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  site = createServer((_request, response) => void response.end('hello from outside\n'));
  site.listen(0, ADDRESS);
  await once(site, 'listening');
  const address = site.address();
  url = `${ADDRESS}:${typeof address === 'object' && address ? address.port : 0}`;
  const fetching = { calls: [shell(`curl -sSf http://${url}/`)] };
  const done = { text: 'ok' };
  rig = await createWindowRig({
    script: [fetching, done, fetching, done, fetching, done, fetching, done],
    config: (server) => `${oneModel(server)}sandbox: { network: allowlist }\n`,
  });
  page = await rig.open();
});
afterAll(async () => {
  await rig.close();
  site.closeAllConnections();
  site.close();
});

const question = () => transcript(page).getByLabel('Approval', { exact: true });

describe(`a command that wants a host (${HOST})`, () => {
  test('waits while the person is asked, with host, port and command, and goes on when it is allowed', async () => {
    await send(page, 'Fetch it.');
    await question().getByText('Allow connecting to this host?').waitFor();
    expect(await question().locator('pre').allInnerTexts()).toEqual([url, `curl -sSf http://${url}/`]);
    await question().getByText('is not among sandbox.allowed_hosts').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await question()
      .getByRole('button', { name: /Allow for this command/ })
      .click();
    await turnEnds(page).nth(0).waitFor();
    expect(JSON.stringify(rig.server.requests.at(-1)?.body.messages)).toContain('hello from outside');
  });

  test('a denial ends the connection and is told with its reason', async () => {
    await send(page, 'Again.');
    await question().getByRole('textbox', { name: 'Reason for denying, told to the model' }).fill('no network please');
    await page.keyboard.press('Enter');
    await turnEnds(page).nth(1).waitFor();
    const told = JSON.stringify(rig.server.requests.at(-1)?.body.messages);
    expect(told).toContain(`The connection to ${url} was not allowed. Reason: no network please`);
  });

  test('a rule made of the question answers from then on', async () => {
    await send(page, 'Once more.');
    await question().getByText('Allow connecting to this host?').waitFor();
    await question()
      .getByRole('button', { name: /Allow for this project/ })
      .click();
    const pattern = question().getByRole('textbox', { name: 'Allow for this project' });
    expect(await pattern.inputValue()).toBe(ADDRESS);
    await question().getByText('Would have answered 2 of 2 earlier questions, 1 of which you denied').waitFor();
    await pattern.press('Enter');
    await turnEnds(page).nth(2).waitFor();
    await runTurn(page, 'And again.');
    expect(await question().count()).toBe(0);
    await transcript(page).getByText('by the rule').waitFor();
  });
});
