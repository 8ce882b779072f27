import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRendererFiles } from './renderer-files.ts';

let folder: string;
let answer: (request: Request) => Promise<Response>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'steiner-files-'));
  mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'renderer', 'index.html'), '<title>page</title>');
  writeFileSync(join(folder, 'renderer', 'assets', 'a b.js'), 'export {}');
  writeFileSync(join(folder, 'renderer', 'notes.txt'), 'not served');
  writeFileSync(join(folder, 'secret.json'), '{}');
  mkdirSync(join(folder, 'renderer-private'));
  writeFileSync(join(folder, 'renderer-private', 'a.js'), 'secret');
  answer = createRendererFiles(join(folder, 'renderer'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function get(url: string, method = 'GET') {
  const response = await answer(new Request(url, { method }));
  return [response.status, response.headers.get('content-type'), await response.text()];
}

describe('files of the window', () => {
  it('are served with their type', async () => {
    expect([await get('app://steiner/'), await get('app://steiner/assets/a%20b.js')]).toEqual([
      [200, 'text/html; charset=utf-8', '<title>page</title>'],
      [200, 'text/javascript; charset=utf-8', 'export {}'],
    ]);
  });

  it('come without a body when only the head is asked for', async () => {
    expect(await get('app://steiner/index.html', 'HEAD')).toEqual([200, 'text/html; charset=utf-8', '']);
  });

  it.each([
    [404, 'app://steiner/nowhere.js'],
    [404, 'app://steiner/notes.txt'],
    [404, 'app://steiner/assets'],
    [403, 'app://other/index.html'],
    [403, 'app://steiner/..%2fsecret.json'],
    [403, 'app://steiner/assets/..%2f..%2f..%2fsecret.json'],
    [403, 'app://steiner/..%2frenderer-private/a.js'],
    [404, 'app://steiner/%2fetc/hosts.js'],
    [400, 'app://steiner/..%5csecret.json'],
    [400, 'app://steiner/a%00.js'],
    [400, 'app://steiner/%E0%A4%A'],
  ])('are %i for %s', async (status, url) => {
    expect(await get(url)).toEqual([status, null, '']);
  });

  it('are only read', async () => {
    expect(await get('app://steiner/index.html', 'POST')).toEqual([405, null, '']);
  });

  it('carry the policy, also when refused', async () => {
    const policies = await Promise.all(
      ['app://steiner/index.html', 'app://steiner/nowhere.js'].map(async (url) =>
        (await answer(new Request(url))).headers.get('content-security-policy'),
      ),
    );
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    expect(policies).toEqual([policy, policy]);
  });
});
