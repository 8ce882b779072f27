import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneModel } from './lib/cli-process.ts';
import { HOST } from './lib/host.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  const network = 'sandbox: { network: allowlist, allowed_hosts: [registry.example.org, "*.example.net"] }\n';
  rig = await createWindowRig({ config: (url) => `${oneModel(url)}${network}` });
  page = await rig.open();
});
afterAll(() => rig.close());

async function saidOf(badge: RegExp): Promise<string> {
  await page.getByRole('button', { name: badge }).click();
  const dialog = page.getByRole('dialog', { name: 'Sandbox' });
  await dialog.waitFor();
  const text = (await dialog.textContent()) ?? '';
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return text;
}

describe(`the badge of the sandbox (${HOST})`, () => {
  test('names the hosts, and in plan mode the folders that commands can write to', async () => {
    const build = await saidOf(/sandboxed · writes here · network: 2 hosts/);
    expect(build).toMatch(new RegExp(`Commands can write to${rig.workspace.path}/tmp.*registry.example.org.*example.net`));
    await page.getByRole('banner').getByRole('button', { name: 'Mode: build' }).click();
    const plan = await saidOf(/sandboxed · writes plans only/);
    expect(plan).toContain(
      `In plan mode commands can write to${rig.workspace.path}/.steiner/plans${rig.workspace.path}/.steiner/security/tmp`,
    );
  });
});
