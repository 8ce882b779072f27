import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createToolRig, type ToolRig } from '../testing/tool-rig.ts';

const rigs: ToolRig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

/** Many pages for the longest test. */
const MOST = 400;

async function makeRig(maxBytes: number | undefined): Promise<ToolRig> {
  const limits = maxBytes === undefined ? {} : { limits: { tool_output_max_bytes: maxBytes } };
  const rig = await createToolRig({ config: limits, git: false });
  rigs.push(rig);
  return rig;
}

/** What all pages show, from the first to the one that names no further. */
async function allPages(rig: ToolRig, tool: string, input: Record<string, unknown>, first: number): Promise<readonly string[]> {
  const shown: string[] = [];
  let offset: number | undefined = first;
  for (let page = 0; offset !== undefined; page += 1) {
    if (page === MOST) throw new Error('the pages do not end');
    const { text, isError } = await rig.call(tool, { ...input, offset });
    expect([isError, text.includes('characters cut')]).toEqual([false, false]);
    const next: string | undefined = /next_offset (\d+)/.exec(text)?.[1];
    shown.push(text);
    offset = next === undefined ? undefined : Number(next);
  }
  return shown;
}

const LINES = Array.from({ length: 60 }, (_, index) => `${index} ${'ж漢😀'.repeat(100 + (index % 7) * 50)}`);

test.each([undefined, 2_048, 9_000])('the pages of a file are the file, with %s bytes for each answer', async (maxBytes) => {
  const rig = await makeRig(maxBytes);
  const short = LINES.map((line) => [...line].slice(0, maxBytes === 2_048 ? 100 : 2_000).join(''));
  await writeFile(join(rig.project, 'a.txt'), `${short.join('\n')}\n`);
  const pages = await allPages(rig, 'read', { path: 'a.txt', limit: 1_000 }, 1);
  expect(pages.map((page) => page.slice(page.indexOf('\n') + 1)).join('')).toBe(`${short.join('\n')}\n`);
  expect(pages.length).toBeGreaterThan(1);
});

const NAMES = Array.from({ length: 900 }, (_, index) => `${String(index).padStart(4, '0')}-${'ж'.repeat(60)}.txt`);

async function writeAll(rig: ToolRig): Promise<void> {
  await mkdir(join(rig.project, 'all'));
  for (const name of NAMES) await writeFile(join(rig.project, 'all', name), 'one needle\ntwo\nthe needle again\n');
}

const named = (pages: readonly string[]) => pages.flatMap((page) => page.match(/\d{4}-ж+\.txt/g) ?? []);

test('the pages of glob, ls and of the files that grep names hold each entry once', { timeout: 120_000 }, async () => {
  const rig = await makeRig(undefined);
  await writeAll(rig);
  expect(named(await allPages(rig, 'glob', { pattern: 'all/*', limit: 1_000 }, 0))).toEqual(NAMES);
  expect(named(await allPages(rig, 'ls', { path: 'all', limit: 1_000 }, 0))).toEqual(NAMES);
  expect(named(await allPages(rig, 'ls', { path: 'all', recursive: true, limit: 1_000 }, 0))).toEqual(NAMES);
  const files = { pattern: 'needle', path: 'all', head_limit: 500 };
  expect(named(await allPages(rig, 'grep', { ...files, output_mode: 'files_with_matches' }, 0))).toEqual(NAMES);
  expect(named(await allPages(rig, 'grep', { ...files, output_mode: 'count' }, 0))).toEqual(NAMES);
});

test.each([{}, { context: 1 }, { line_numbers: false }])(
  'the pages of grep hold each match once, with %o',
  { timeout: 120_000 },
  async (how) => {
    const rig = await makeRig(undefined);
    await writeAll(rig);
    const pages = await allPages(rig, 'grep', { pattern: 'needle', path: 'all', head_limit: 500, ...how }, 0);
    const match = 'line_numbers' in how ? /one needle|needle again/g : /^\d:\d+: .*needle/gm;
    expect(pages.flatMap((page) => page.match(match) ?? [])).toHaveLength(2 * NAMES.length);
    expect([...new Set(named(pages))]).toEqual(NAMES);
  },
);

test('matches that adjoin over several lines are each marked and counted', async () => {
  const rig = await makeRig(undefined);
  await writeFile(join(rig.project, 'a.txt'), 'start\nend\nжstart\nend\n');
  const { text, detail } = await rig.call('grep', { pattern: 'start\nend\n', path: 'a.txt', multiline: true });
  expect(text.split('\n').slice(1)).toEqual(['1:1: start', '2- end', '3:2: жstart', '4- end']);
  expect(detail).toMatchObject({ kind: 'grep', matches: 2, more: false });
  await writeFile(join(rig.project, 'b.txt'), 'start\nend\n'.repeat(3));
  const page = await rig.call('grep', { pattern: 'start\nend\n', glob: '?.txt', multiline: true, head_limit: 1 });
  expect(page.text.split('\n').slice(-2)).toEqual(['next_offset 2', 'matches 5']);
});
