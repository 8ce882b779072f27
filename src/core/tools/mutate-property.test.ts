import { chmod, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commit, diskWriter } from './mutate-commit.ts';
import type { Operation } from './mutate-input.ts';
import { MutatePlan } from './mutate-plan.ts';

type Files = Readonly<Record<string, string>>;

const NAMES = ['a', 'b', 'c'];
const MODES: Readonly<Record<string, number>> = { a: 0o755, b: 0o640, c: 0o444 };
const name = fc.constantFrom(...NAMES);
const piece = fc.constantFrom('x', 'y', 'x\ny', '\r\n', '\n', '\ufeff', 'é😀', '$&', 'xx');
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const files: fc.Arbitrary<Files> = fc.dictionary(name, text);

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ type: fc.constantFrom('create' as const, 'write' as const), path: name, content: text }),
  fc.record({ type: fc.constant('replace' as const), path: name, old_string: piece, new_string: text, replace_all: fc.boolean() }),
  fc.record({ type: fc.constant('delete_file' as const), path: name }),
  fc.record({ type: fc.constant('move' as const), from: name, to: name }),
);

/** What the folder should hold afterwards, told in the plainest way; undefined when an operation cannot be done. */
function applyModel(before: Files, operations: readonly Operation[]): Files | undefined {
  const now = new Map(Object.entries(before));
  for (const step of operations) if (!applyOne(now, step)) return undefined;
  return Object.fromEntries(now);
}

function applyOne(now: Map<string, string>, step: Operation): boolean {
  switch (step.type) {
    case 'create':
      if (now.has(step.path)) return false;
      now.set(step.path, step.content);
      return true;
    case 'write':
      now.set(step.path, step.content);
      return true;
    case 'delete_file':
      return now.delete(step.path);
    case 'move': {
      const moved = now.get(step.from);
      if (moved === undefined || now.has(step.to)) return false;
      now.delete(step.from);
      now.set(step.to, moved);
      return true;
    }
    case 'replace':
      return replaceOne(now, step);
  }
}

function replaceOne(now: Map<string, string>, step: Operation & { readonly type: 'replace' }): boolean {
  const old = now.get(step.path);
  if (old === undefined) return false;
  const withoutCrlf = old.split('\r\n').join('');
  const isCrlf = withoutCrlf !== old && !withoutCrlf.includes('\n');
  const adapt = (part: string) => (isCrlf ? part.split('\r\n').join('\n').split('\n').join('\r\n') : part);
  const parts = old.split(adapt(step.old_string));
  if (parts.length < 2 || (parts.length > 2 && !step.replace_all)) return false;
  now.set(step.path, parts.join(adapt(step.new_string)));
  return true;
}

async function filesIn(folder: string): Promise<Files> {
  const names = await readdir(folder);
  return Object.fromEntries(await Promise.all(names.map(async (entry) => [entry, await readFile(join(folder, entry), 'utf8')])));
}

async function modesIn(folder: string): Promise<Readonly<Record<string, number>>> {
  const names = await readdir(folder);
  return Object.fromEntries(await Promise.all(names.map(async (entry) => [entry, (await stat(join(folder, entry))).mode & 0o777])));
}

async function inFolder<T>(content: Files, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'steiner-mutate-')));
  try {
    for (const [entry, data] of Object.entries(content)) {
      await writeFile(join(folder, entry), data);
      await chmod(join(folder, entry), MODES[entry] ?? 0o644);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 });
  }
}

async function planAll(
  folder: string,
  operations: readonly Operation[],
): Promise<{ readonly plan: MutatePlan; readonly isRefused: boolean }> {
  const plan = new MutatePlan({
    resolve: (path) => join(folder, path),
    display: (path) => path,
    observed: () => true,
    makesFolders: () => false,
  });
  let isRefused = false;
  for (const step of operations) if ((await plan.apply(step)) !== undefined) isRefused = true;
  return { plan, isRefused };
}

test('a batch does exactly what a plain model of it does, or nothing', async () => {
  const property = fc.asyncProperty(files, fc.array(operation, { minLength: 1, maxLength: 5 }), (before, operations) =>
    inFolder(before, async (folder) => {
      const expected = applyModel(before, operations);
      const { plan, isRefused } = await planAll(folder, operations);
      expect(isRefused).toBe(expected === undefined);
      if (!isRefused) expect(await commit(plan.changes(), diskWriter)).toBeUndefined();
      expect(await filesIn(folder)).toEqual(expected ?? before);
    }),
  );
  await fc.assert(property, { numRuns: 150 });
});

test('a failed write at any point leaves every file as it was', async () => {
  const property = fc.asyncProperty(files, fc.array(operation, { minLength: 1, maxLength: 5 }), fc.nat(4), (before, operations, at) =>
    inFolder(before, async (folder) => {
      const { plan } = await planAll(folder, operations);
      let left = at;
      const fail = () => {
        left -= 1;
        if (left === -1) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      };
      const failed = await commit(plan.changes(), {
        ...diskWriter,
        write: async (path, image) => {
          fail();
          await diskWriter.write(path, image);
        },
        remove: async (path) => {
          fail();
          await diskWriter.remove(path);
        },
      });
      const modes = Object.fromEntries(Object.keys(before).map((entry) => [entry, MODES[entry]]));
      if (failed) expect([failed.inconsistent, await filesIn(folder), await modesIn(folder)]).toEqual([[], before, modes]);
    }),
  );
  await fc.assert(property, { numRuns: 100 });
});
