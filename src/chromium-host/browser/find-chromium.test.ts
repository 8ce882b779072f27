import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findChromium } from './find-chromium.ts';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'steiner-find-'));
  for (const folder of ['one', 'two']) mkdirSync(join(root, folder));
  writeFileSync(join(root, 'one', 'google-chrome'), '', { mode: 0o755 });
  writeFileSync(join(root, 'one', 'chromium-browser'), '', { mode: 0o644 });
  writeFileSync(join(root, 'two', 'chromium'), '', { mode: 0o755 });
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

it('takes the better known name over the earlier folder, and only what can be run', () => {
  const path = `${join(root, 'one')}:${join(root, 'two')}`;
  expect([findChromium({ PATH: path }), findChromium({ PATH: join(root, 'one') })]).toEqual([
    join(root, 'two', 'chromium'),
    join(root, 'one', 'google-chrome'),
  ]);
});

it('takes what was asked for, by path or by name, and nothing in its place', () => {
  const path = `relative:${join(root, 'one')}:${join(root, 'two')}`;
  const asked = [join(root, 'one', 'google-chrome'), 'google-chrome', join(root, 'nowhere'), 'nowhere'];
  expect(asked.map((name) => findChromium({ PATH: path, STEINER_CHROMIUM: name }))).toEqual([
    join(root, 'one', 'google-chrome'),
    join(root, 'one', 'google-chrome'),
    undefined,
    undefined,
  ]);
});

it('finds nothing on an empty path', () => {
  expect(findChromium({})).toBeUndefined();
});
