import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFile } from './watch-file.ts';

let base: string;
let stop = () => {};

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'steiner-watch-')));
});

afterEach(async () => {
  stop();
  await rm(base, { recursive: true, force: true, maxRetries: 10 });
});

/** Does the step again and again until the watch, which is set up in the background, has seen it. */
async function seenAfter(file: string, step: (round: number) => Promise<unknown>): Promise<void> {
  const onChange = vi.fn();
  stop = watchFile(file, onChange);
  let round = 0;
  await vi.waitFor(
    async () => {
      await step(++round);
      await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: 300 });
    },
    { timeout: 30_000 },
  );
}

test('a write and a replacement are seen', async () => {
  const file = join(base, 'config.yaml');
  await seenAfter(file, (round) => writeFile(file, String(round)));
  stop();
  await seenAfter(file, async (round) => {
    await writeFile(`${file}.new`, String(round));
    await rename(`${file}.new`, file);
  });
});

test('a file whose folders are made later is seen', async () => {
  const file = join(base, 'a', 'b', 'config.yaml');
  await seenAfter(file, async (round) => {
    await rm(join(base, 'a'), { recursive: true, force: true, maxRetries: 10 });
    await mkdir(join(base, 'a', 'b'), { recursive: true });
    await writeFile(file, String(round));
  });
});

test('a change of what a link leads to is seen', async () => {
  const target = join(base, 'dotfiles', 'steiner.yaml');
  const file = join(base, 'config.yaml');
  await mkdir(join(base, 'dotfiles'));
  await writeFile(target, '');
  await symlink(target, file);
  await seenAfter(file, (round) => writeFile(target, String(round)));
});

test('other files beside it are not', async () => {
  const file = join(base, 'config.yaml');
  const onChange = vi.fn();
  stop = watchFile(file, onChange);
  const witness = vi.fn();
  const stopWitness = watchFile(join(base, 'other.yaml'), witness);
  await vi.waitFor(
    async () => {
      await writeFile(join(base, 'other.yaml'), String(Math.random()));
      await vi.waitFor(() => expect(witness).toHaveBeenCalled(), { timeout: 300 });
    },
    { timeout: 30_000 },
  );
  stopWitness();
  expect(onChange).not.toHaveBeenCalled();
});
