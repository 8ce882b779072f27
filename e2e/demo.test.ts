import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOST } from './lib/host.ts';
import { send, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

let rig: WindowRig;
beforeAll(async () => {
  rig = await createWindowRig({ config: () => '' });
});
afterAll(() => rig.close());

/** Exit code of the sample's own tests, on disk and outside the app. */
async function testSample(): Promise<number> {
  const cwd = join(rig.workspace.home, 'state', 'demo', 'sample-project');
  const env = { PATH: process.env.PATH ?? '' };
  return promisify(execFile)(process.execPath, ['--test'], { cwd, env }).then(
    () => 0,
    (failure: { readonly code: number }) => failure.code,
  );
}

describe(`the sample project (${HOST})`, () => {
  test('plays its script through the window, with no model: the failing test passes on disk', async () => {
    const page = await rig.openEmpty();
    await page.getByRole('button', { name: 'Try the sample project' }).click();
    const scripted = page.getByRole('banner').getByText('Scripted demo');
    await scripted.waitFor();
    expect(await testSample()).toBe(1);
    await page.getByRole('button', { name: 'Run the tests and fix what fails.' }).click();
    await send(page, 'Run the tests and fix what fails.');
    await transcript(page).getByText('Scripted demo, not a model').waitFor();
    await turnEnds(page).getByText('Done').waitFor();
    await transcript(page).getByText('Every test passes now.').waitFor();
    expect({ tests: await testSample(), scripted: await scripted.isVisible(), asked: rig.server.connections() }).toEqual({
      tests: 0,
      scripted: true,
      asked: 0,
    });
  });
});
