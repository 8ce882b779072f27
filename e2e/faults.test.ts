import { readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { refusingAddress } from '../src/core/testing/broken-servers.ts';
import { oneModel } from './lib/cli-process.ts';
import { HOST } from './lib/host.ts';
import { call, composer, create, runTurn, send, shell, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig, type WindowRigOptions } from './lib/window-rig.ts';

const TRACE = /\bat .+:\d+:\d+|TypeError|\bundefined\b|\[object /;

let rig: WindowRig;
afterEach(() => rig.close());

async function open(options: WindowRigOptions): Promise<Page> {
  rig = await createWindowRig(options);
  return rig.open();
}

describe(`what is wrong is said in the window (${HOST})`, () => {
  test('not a git repository: said, and everything works', async () => {
    const page = await open({ git: false, script: [{ calls: [create('new.txt', 'made\n'), shell('cat new.txt')] }, { text: 'Fine.' }] });
    await page.getByRole('banner').getByText('not a git repository').waitFor();
    await runTurn(page, 'Go.');
    await turnEnds(page).getByText('Done').waitFor();
    expect(await readFile(join(rig.workspace.path, 'new.txt'), 'utf8')).toBe('made\n');
  });

  test('a configuration that is not valid: which key, what was meant, and a way to look again', async () => {
    const page = await open({ config: (url) => `${oneModel(url)}provders: {}\n`, script: [{ text: 'At last.' }] });
    const banner = page.getByRole('main');
    await banner.getByText('provders').first().waitFor();
    const said = await banner.textContent();
    expect({
      file: said?.includes('config.yaml'),
      meant: said?.includes('“providers”') || said?.includes('"providers"'),
      trace: TRACE.test(said ?? ''),
    }).toEqual({
      file: true,
      meant: true,
      trace: false,
    });
    expect(await composer(page).isDisabled()).toBe(true);
    // Pressed again and again, since the window may notice the file by itself, and then the button is gone.
    const again = page.getByRole('button', { name: 'Check again' });
    await again.click();
    await banner.getByText('provders').first().waitFor();
    await writeFile(join(rig.workspace.home, 'config', 'config.yaml'), oneModel(rig.server.url));
    await expect
      .poll(async () => {
        if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined);
        return banner.getByText('provders').count();
      })
      .toBe(0);
    await runTurn(page, 'Go.');
    await transcript(page).getByText('At last.').waitFor();
  });

  test('no model: the welcome screen says what to do, and so does a project', async () => {
    rig = await createWindowRig({ config: () => '' });
    const page = await rig.openEmpty();
    await page.getByRole('heading', { name: 'Your model' }).waitFor();
    expect(await page.getByRole('main').textContent()).toContain('No model is connected yet. A key of a provider');
    await page.getByRole('button', { name: 'Connect a model' }).waitFor();
    await page.keyboard.press('Control+o');
    await page.getByRole('textbox', { name: 'Path' }).fill(rig.workspace.path);
    await page.getByRole('button', { name: 'Open this folder' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Check again' }).waitFor();
    expect(await composer(page).isDisabled()).toBe(true);
  });

  test('a model server that is down: the turn ends with words and a hint, and the prompt is not lost', async () => {
    const address = refusingAddress();
    const page = await open({ config: () => oneModel(address) });
    await runTurn(page, 'Are you there?');
    const end = (await turnEnds(page).textContent()) ?? '';
    expect({ address: end.includes('127.0.0.1'), failed: end.includes('Failed'), trace: TRACE.test(end) }).toEqual({
      address: true,
      failed: true,
      trace: false,
    });
    await turnEnds(page).getByRole('button', { name: 'Continue' }).waitFor();
    await transcript(page).getByText('Are you there?').waitFor();
  });

  test('no bubblewrap: the badge says so, commands are refused with the reason, file tools work', async () => {
    const calls = [shell('echo bare > bare.txt'), create('made.txt', 'x\n'), call('read', { path: 'readme.txt' })];
    const page = await open({ through: hiding(await findAll('bwrap')), script: [{ calls }, { text: 'So be it.' }] });
    const badge = page.getByRole('banner').getByRole('button', { name: 'no sandbox' });
    await badge.waitFor();
    await send(page, 'Go.');
    await turnEnds(page).getByText('Done').waitFor();
    const left = (await readdir(rig.workspace.path)).filter((name) => name.endsWith('.txt')).sort();
    const told = JSON.stringify(rig.server.requests[1]?.body.messages.filter((message) => message.role === 'tool'));
    expect({ left, told }).toEqual({
      left: ['made.txt', 'readme.txt'],
      told: expect.stringContaining('bubblewrap (bwrap) is not installed'),
    });
    await badge.click();
    expect(await page.getByRole('dialog', { name: 'Sandbox' }).textContent()).toMatch(/bubblewrap.*install/i);
  });
});

/** A command line that runs another one on this machine as if those programs were not there. */
function hiding(programs: readonly string[]): readonly string[] {
  return ['bwrap', '--dev-bind', '/', '/', ...programs.flatMap((program) => ['--ro-bind', '/dev/null', program]), '--'];
}

async function findAll(program: string): Promise<readonly string[]> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/bin', '/usr/local/bin'];
  const found = await Promise.all(folders.map((folder) => realpath(join(folder, program)).catch(() => undefined)));
  return [...new Set(found.filter((path) => path !== undefined))];
}
