import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOST } from './lib/host.ts';
import { endAll, processesNaming, processesRunning } from './lib/processes.ts';
import { call, replace, send, sleeper, transcript, turnEnds } from './lib/window.ts';
import { createWindowRig, type WindowRig } from './lib/window-rig.ts';

const running = sleeper('3');

let rig: WindowRig;
let page: Page;
beforeAll(async () => {
  rig = await createWindowRig({
    script: [
      { text: 'First the greeting.', calls: [call('read', { path: 'readme.txt' })] },
      { calls: [replace('readme.txt', 'hello', 'bye')] },
      running.reply,
      { text: 'Went on.' },
    ],
  });
  page = await rig.open();
});
afterAll(() => rig.close());

describe(`kill -9 while a command runs (${HOST})`, () => {
  test('leaves no process behind: no command, no sandbox, no browser', async () => {
    await send(page, 'Change it and wait.');
    await expect.poll(() => processesRunning(running.line).length).toBe(1);
    await transcript(page).getByText('begun', { exact: true }).waitFor();
    endAll([rig.app.pid]);
    expect(await rig.app.ended).toBe(null);
    await expect.poll(() => [...processesNaming(rig.base), ...processesRunning(running.line)]).toEqual([]);
  });

  test('what was shown as done is there again, the half turn is marked as interrupted', async () => {
    page = await rig.open();
    await turnEnds(page).getByText('Interrupted').waitFor();
    await transcript(page).getByText('First the greeting.').waitFor();
    await transcript(page).getByRole('button', { name: 'Edited readme.txt' }).waitFor();
    expect(await readFile(join(rig.workspace.path, 'readme.txt'), 'utf8')).toBe('bye\n');
  });

  test('Continue goes on from there', async () => {
    await turnEnds(page).getByRole('button', { name: 'Continue' }).click();
    await transcript(page).getByText('Went on.').waitFor();
    await turnEnds(page).nth(1).getByText('Done').waitFor();
    const last = rig.server.requests.at(-1)?.body.messages ?? [];
    const answered = last.filter((message) => JSON.stringify(message).includes('tool_call_id'));
    expect({ requests: rig.server.requests.length, answered: answered.length }).toEqual({ requests: 4, answered: 3 });
  });
});
