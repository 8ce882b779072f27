import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { HOST } from './lib/host.ts';
import { processesNaming, processesRunning } from './lib/processes.ts';
import { send, sleeper, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

let rig: WindowRig;
afterEach(() => rig.close());

/** The window with a session in which a command runs. */
async function withCommand(name: string): Promise<{ readonly page: Page; readonly line: string }> {
  const { line, reply } = sleeper(name);
  rig = await createWindowRig({ script: [reply, { text: 'Went on.' }] });
  const page = await rig.open();
  await send(page, 'Wait.');
  await expect.poll(() => processesRunning(line).length).toBe(1);
  return { page, line };
}

describe(`a command that runs (${HOST})`, () => {
  test('ends with the last window, and so does everything else', async () => {
    const { page, line } = await withCommand('31');
    await page.close();
    expect(await rig.app.ended).toBe(0);
    await expect.poll(() => [...processesNaming(rig.base), ...processesRunning(line)]).toEqual([]);
  });

  test('outlives a reload of the page, is shown again there, and ends when it is stopped', async () => {
    const { page, line } = await withCommand('32');
    const [pid] = processesRunning(line);
    await page.reload();
    await transcript(page).getByText('begun', { exact: true }).waitFor();
    expect(processesRunning(line)).toEqual([pid]);
    await page.keyboard.press('Escape');
    await turnEnds(page).getByText('Stopped').waitFor();
    await expect.poll(() => processesRunning(line)).toEqual([]);
    expect(await rig.quit()).toBe(0);
    await expect.poll(() => processesNaming(rig.base)).toEqual([]);
  });
});
