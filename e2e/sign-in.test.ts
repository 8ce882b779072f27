import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CodexServer, startCodexServer } from '../src/core/testing/codex-server.ts';
import { axeFaultsInBoth } from './lib/axe.ts';
import { type CliRig, createCliRig } from './lib/cli-process.ts';
import { createDesktop, type Desktop } from './lib/desktop.ts';
import { HOST } from './lib/host.ts';
import { composer } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const answers = { allow: true };
let desktop: Desktop;
let codex: CodexServer;

beforeAll(async () => {
  desktop = await createDesktop();
  codex = await startCodexServer(answers);
});
afterAll(async () => {
  await codex.close();
  await desktop.remove();
});

const config = (url: string) => `providers:
  codex: { type: codex }
  local: { type: openai_compat, base_url: "${url}", api_key: sk-in-the-file } # mine
models:
  profiles: { default: { default_model: local/scripted } }
`;

const settingsOf = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

async function openProviders(page: Page): Promise<void> {
  await composer(page).waitFor();
  await page.keyboard.press('Control+,');
  await settingsOf(page).getByRole('tab', { name: 'Providers' }).click();
  await settingsOf(page).getByRole('heading', { name: 'Providers', level: 2 }).waitFor();
}

describe(`the sign-in to Codex on its page of the settings (${HOST})`, () => {
  let rig: WindowRig;
  let page: Page;
  const card = () => settingsOf(page).getByRole('article', { name: 'Provider codex' });
  const tokens = () => join(rig.workspace.home, 'config', 'codex_auth.json');

  beforeAll(async () => {
    rig = await createWindowRig({ config, vars: { ...desktop.vars, STEINER_CODEX_SITE: codex.origin } });
    page = await rig.open();
    await openProviders(page);
  });
  afterAll(() => rig.close());

  test('a person who refuses at the page is not signed in, and is told so', async () => {
    await card().getByText('not signed in').waitFor();
    answers.allow = false;
    await card().getByRole('button', { name: 'Sign in with the browser' }).click();
    await page
      .getByText(/access_denied|was refused|not allowed/i)
      .first()
      .waitFor();
    await card().getByText('not signed in').waitFor();
    expect(await stat(tokens()).catch(() => undefined)).toBeUndefined();
  });

  test('a person who agrees is signed in, with tokens that only they can read; the page passes axe', async () => {
    answers.allow = true;
    await card().getByRole('button', { name: 'Sign in with the browser' }).click();
    await card().getByText('ana@example.org').waitFor();
    expect([(await stat(tokens())).mode & 0o777, JSON.parse(await readFile(tokens(), 'utf8')).account_id]).toEqual([0o600, 'acc-1']);
    expect(await axeFaultsInBoth(page)).toEqual([]);
  });

  test('signing out takes the tokens away', async () => {
    await card().getByRole('button', { name: 'Sign out' }).click();
    await card().getByText('not signed in').waitFor();
    expect(await stat(tokens()).catch(() => undefined)).toBeUndefined();
  });

  test('without a keychain the page and the line about this machine say what happens instead', async () => {
    const local = settingsOf(page).getByRole('article', { name: 'Provider local' });
    await local.getByText('in your own file', { exact: true }).waitFor();
    await local.getByText('A key goes into your own file, which only you can read.').waitFor();
    expect(await local.getByRole('button', { name: /^Move to/ }).count()).toBe(0);
    await settingsOf(page).getByRole('tab', { name: 'This machine' }).click();
    await settingsOf(page)
      .getByText(/^Keychain: .* Keys of providers are kept in your own file or in variables instead\.$/)
      .waitFor();
  });
});

describe(`a key on the page of its provider, with a keychain (${HOST})`, () => {
  let rig: WindowRig;
  let page: Page;
  let own: Desktop;
  const card = () => settingsOf(page).getByRole('article', { name: 'Provider local' });
  const file = () => readFile(join(rig.workspace.home, 'config', 'config.yaml'), 'utf8');

  beforeAll(async () => {
    own = await createDesktop({ keyring: true });
    rig = await createWindowRig({ config, vars: own.vars });
    page = await rig.open();
    await openProviders(page);
  });
  afterAll(async () => {
    await rig.close();
    await own.remove();
  });

  test('it is moved from the file, replaced and removed, and shown nowhere', async () => {
    await card().getByRole('button', { name: 'Move to the Secret Service' }).click();
    await card().getByText('in the Secret Service, as local', { exact: true }).waitFor();
    expect(await file()).toBe(config(rig.server.url).replace('sk-in-the-file', 'keychain:local'));
    await card().getByRole('button', { name: 'Replace the key of local' }).click();
    const focused = page.locator(':focus');
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Key of local');
    await card().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Replace the key of local');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Key of local');
    await page.keyboard.insertText('sk-another');
    await card().getByRole('button', { name: 'Keep in the Secret Service' }).click();
    await card().getByText('in the Secret Service, as local-2', { exact: true }).waitFor();
    expect(await axeFaultsInBoth(page)).toEqual([]);
    await card().getByRole('button', { name: 'Remove the key of local' }).click();
    await card().getByText('none, if it wants none', { exact: true }).waitFor();
    expect(await file()).not.toMatch(/api_key|sk-/);
    await settingsOf(page).getByRole('tab', { name: 'This machine' }).click();
    await settingsOf(page)
      .getByText(/^Keychain: Secret Service, with 1 key of Steiner\.$/)
      .waitFor();
  });
});

describe('the sign-in to Codex on the command line', () => {
  let rig: CliRig;
  beforeAll(async () => {
    rig = await createCliRig({}, { ...desktop.vars, STEINER_CODEX_SITE: codex.origin });
  });
  afterAll(() => rig.workspace.remove());

  test('login opens the browser and waits for it; status and logout follow', async () => {
    answers.allow = true;
    const before = await rig.run('login', 'codex', 'status');
    const login = await rig.run('login', 'codex', '--timeout', '30');
    const inside = await rig.run('login', 'codex', 'status');
    const logout = await rig.run('logout', 'codex');
    const after = await rig.run('login', 'codex', 'status');
    expect([before.code, login.code, inside.code, logout.code, after.code]).toEqual([1, 0, 0, 0, 1]);
    expect(`${inside.out}${inside.err}`).toContain('ana@example.org');
  });

  test('with --debug-url it opens nothing and prints the address, which another browser can follow', async () => {
    const login = rig.start('login', 'codex', '--debug-url', '--timeout', '30');
    const page = await codex.browse(await login.complained(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\S+$/));
    expect([page.status, (await login.ended).code]).toEqual([200, 0]);
    await rig.run('logout', 'codex');
  });
});
