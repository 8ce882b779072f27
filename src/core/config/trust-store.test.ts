import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandomIds } from '../lib/ids.ts';
import { createTrustStore } from './trust-store.ts';

const NOW = 1_750_000_000_000;
let config = '';
let file = '';

beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), 'steiner-trust-'));
  file = join(config, 'trusted_projects.json');
});
afterEach(() => rm(config, { recursive: true, maxRetries: 10 }));

function store() {
  return createTrustStore({
    paths: { config, state: config, cache: config },
    clock: { now: () => NOW, monotonic: () => 0, sleep: () => Promise.resolve() },
    ids: createRandomIds(),
  });
}

test('a project that was added is trusted by every later start, and by its exact path only', async () => {
  expect(await store().add('/code/app', 'print')).toEqual({ ok: true, value: null });
  expect(await store().add('/code/app', 'print')).toEqual({ ok: true, value: null });
  expect(await store().has('/code/app', 'print')).toEqual({ ok: true, value: { trusted: true } });
  for (const other of ['/code/app/sub', '/code', '/code/app2']) {
    expect(await store().has(other, 'print')).toEqual({ ok: true, value: { trusted: false } });
  }
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ version: 2, projects: { '/code/app': 'print' } });
});

test.each(['{"version":1,', '[]', '{"version":3,"projects":{}}', '{"version":2,"projects":["/p"]}', '{"version":1,"projects":[7]}'])(
  'a list that makes no sense trusts nobody and is kept aside: %s',
  async (text) => {
    await writeFile(file, text);
    const kept = `${file}.unreadable-${NOW}`;
    const notice = `The list of trusted projects could not be understood and starts empty; the old one is kept as ${kept}.`;
    expect(await store().has('/p', 'print')).toEqual({ ok: true, value: { trusted: false, notice } });
    expect([await readdir(config), await readFile(kept, 'utf8')]).toEqual([[`trusted_projects.json.unreadable-${NOW}`], text]);
  },
);

test('a list that cannot be read is a problem, and stays', async () => {
  await mkdir(file);
  const answer = await store().has('/p', 'print');
  expect(answer).toMatchObject({ ok: false, error: { code: 'config_invalid', message: expect.stringContaining('(EISDIR)') } });
  expect(await store().add('/p', 'print')).toEqual(answer);
  expect(await readdir(config)).toEqual(['trusted_projects.json']);
});

test('what has changed since is not trusted, and said to have changed', async () => {
  await store().add('/p', 'before');
  const changed = await store().has('/p', 'after');
  await store().add('/p', 'after');
  expect([changed, await store().has('/p', 'after')]).toEqual([
    { ok: true, value: { trusted: false, changed: true } },
    { ok: true, value: { trusted: true } },
  ]);
});

test('a list of the first version, which knew no changes, is asked about once more', async () => {
  await writeFile(file, '{"version":1,"projects":["/p"]}');
  expect(await store().has('/p', 'print')).toEqual({ ok: true, value: { trusted: false } });
  await store().add('/p', 'print');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ version: 2, projects: { '/p': 'print' } });
});
