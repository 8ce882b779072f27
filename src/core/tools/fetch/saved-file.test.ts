import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createToolRig, type ToolRig } from '../../testing/tool-rig.ts';
import { defineTool } from '../define-tool.ts';
import { success } from '../outcome.ts';
import { FetchFailure } from './fetch-failure.ts';
import { saveFetched } from './saved-file.ts';

/** Something that runs beside and does its worst after the step with that number. */
const beside = vi.hoisted(() => ({ left: 0, act: async () => {} }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  async function followed<T>(step: Promise<T>): Promise<T> {
    const done = await step;
    beside.left -= 1;
    if (beside.left === 0) await beside.act();
    return done;
  }
  return {
    ...real,
    mkdir: (...args: Parameters<typeof real.mkdir>) => followed(real.mkdir(...args)),
    open: (...args: Parameters<typeof real.open>) => followed(real.open(...args)),
    writeFile: (...args: Parameters<typeof real.writeFile>) => followed(real.writeFile(...args)),
    realpath: (path: string) => followed(real.realpath(path)),
    readlink: (path: string) => followed(real.readlink(path)),
    lstat: (path: string) => followed(real.lstat(path)),
  };
});

let rig: ToolRig | undefined;
afterEach(() => rig?.close());

const STEPS = 12;

test.runIf(process.platform === 'linux')(
  'fetched content never goes through a link, whenever one takes the place of its folder',
  async () => {
    let step = 0;
    const save = defineTool({
      ...{ name: 'save', description: '', input: z.strictObject({}), parallel: 'tool', timeout: 60_000 },
      run: async (_, context) => {
        beside.left = step;
        const saved = saveFetched(Buffer.from(`content ${step}`), '.txt', context);
        return success(await saved.catch((failure: unknown) => (failure instanceof FetchFailure ? 'not saved' : Promise.reject(failure))));
      },
    });
    rig = await createToolRig({ tools: [save], git: false });
    const { base, project, call } = rig;
    await mkdir(join(base, 'outside'));
    await call('save', {});
    const tmp = join(project, '.steiner', 'tmp', 'sandbox-tmp');
    const fetched = join(tmp, (await readdir(tmp)).find((name) => !name.includes('.')) ?? '', 'fetched');
    let swaps = 0;
    beside.act = async () => {
      swaps += 1;
      await rename(fetched, `${fetched}-was`);
      await symlink(join(base, 'outside'), fetched);
    };
    const ends: string[] = [];
    for (step = 1; step <= STEPS; step += 1) {
      const before = swaps;
      ends.push((await call('save', {})).text);
      if (swaps === before) continue;
      await rm(fetched);
      await rename(`${fetched}-was`, fetched);
    }
    expect(await readdir(join(base, 'outside'))).toEqual([]);
    expect([swaps > 2, ends.includes('not saved'), ends.at(-1)]).toEqual([
      true,
      true,
      expect.stringMatching(/^\/tmp\/fetched\/[0-9a-f]{12}\.txt$/),
    ]);
  },
);
