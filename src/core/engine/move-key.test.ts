import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Problem } from '../../shared/problem.ts';
import { err, ok } from '../../shared/result.ts';
import { createEngine, createNodePorts, type Ports } from '../engine.ts';
import type { Keychain } from '../lib/ports.ts';
import { moveKey } from './move-key.ts';

const LOCKED: Problem = { code: 'keychain_unavailable', message: 'Locked.', hint: 'Unlock it.' };
const SECRET = 'sk-very-secret';

let home: string;
let file: string;
let ports: Ports;
let engine: ReturnType<typeof createEngine>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'steiner-move-key-'));
  file = join(home, 'config', 'config.yaml');
  await mkdir(join(home, 'config'));
});
afterEach(async () => {
  await engine.close();
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
});

function memoryKeychain(entries: Record<string, string> = {}, set?: Keychain['set']): Keychain {
  return {
    kind: 'memory',
    get: async (name) => ok(entries[name] ?? null),
    set:
      set ??
      (async (name, secret) => {
        entries[name] = secret;
        return ok(null);
      }),
    delete: async (name) => {
      const had = name in entries;
      delete entries[name];
      return ok(had);
    },
    list: async () => ok(Object.keys(entries).sort()),
  };
}

async function start(text: string, keychain: Keychain) {
  await writeFile(file, text);
  ports = { ...(await createNodePorts({ vars: { HOME: home, STEINER_HOME: home } })), keychain };
  engine = createEngine(ports);
  return engine.keys;
}

const config = (key: string) => `providers:
  # My account.
  cloud: { type: openai, api_key: ${key} } # paid by work
`;

it('the key goes from the file into the keychain, and the file keeps its name and its comments', async () => {
  const entries: Record<string, string> = {};
  const keys = await start(config(SECRET), memoryKeychain(entries));
  expect([await keys.move('cloud'), entries, await readFile(file, 'utf8')]).toEqual([
    { ok: true, value: 'cloud' },
    { cloud: SECRET },
    config('keychain:cloud'),
  ]);
});

it('another key of that name stays, and the same key is not kept twice', async () => {
  const entries: Record<string, string> = { cloud: 'sk-other', 'cloud-2': SECRET };
  const keys = await start(config(SECRET), memoryKeychain(entries));
  expect([await keys.move('cloud'), entries]).toEqual([
    { ok: true, value: 'cloud-2' },
    { cloud: 'sk-other', 'cloud-2': SECRET },
  ]);
});

it.each([
  ['a key that is in the keychain already', 'keychain:cloud'],
  ['a key from a variable', `\${CLOUD_KEY}`],
])('%s is not moved', async (_, key) => {
  const entries: Record<string, string> = {};
  const keys = await start(config(key).replace('{ type', '{ base_url: "http://127.0.0.1:1", type'), memoryKeychain(entries));
  expect([(await keys.move('cloud')).ok, entries]).toEqual([false, {}]);
});

it('where the keychain does not take it, the key stays in the file', async () => {
  const keys = await start(
    config(SECRET),
    memoryKeychain({}, async () => err(LOCKED)),
  );
  expect([await keys.move('cloud'), await readFile(file, 'utf8')]).toEqual([err(LOCKED), config(SECRET)]);
});

it('where the file was changed meanwhile, the key is taken out of the keychain again', async () => {
  const entries: Record<string, string> = {};
  await start(config(SECRET), memoryKeychain(entries));
  const { settings } = engine;
  const moved = await moveKey(
    {
      ports,
      settings: {
        read: settings.read,
        write: async (path, wanted) => {
          await writeFile(file, `${config(SECRET)}# edited\n`);
          return settings.write(path, wanted);
        },
      },
    },
    'cloud',
  );
  expect([moved.ok, entries, await readFile(file, 'utf8')]).toEqual([false, {}, `${config(SECRET)}# edited\n`]);
});
