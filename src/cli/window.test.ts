import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findHost } from './window.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steiner-host-'));
});
afterEach(() => rm(root, { recursive: true, maxRetries: 10 }));

async function put(path: string, content = ''): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

test('without either host there is none', () => {
  expect(findHost(root)).toBeUndefined();
});

test('a package without its binary is no Electron; the Chromium host takes its place', async () => {
  await put('node_modules/electron/path.txt', 'electron');
  await put('out/chromium-host/index.js');
  expect(findHost(root)).toEqual([process.execPath, join(root, 'out/chromium-host/index.js')]);
});

test('Electron comes first when its binary is there', async () => {
  await put('node_modules/electron/path.txt', 'electron\n');
  await put('node_modules/electron/dist/electron');
  await put('out/chromium-host/index.js');
  expect([findHost(root)?.[0], findHost(root)?.at(-1)]).toEqual([join(root, 'node_modules/electron/dist/electron'), root]);
});
