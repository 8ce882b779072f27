import { expect, it } from 'vitest';
import type { Problem } from '../../shared/problem.ts';
import { err, ok } from '../../shared/result.ts';
import type { Keychain } from '../lib/ports.ts';
import { createKeys } from './keys.ts';

const LOCKED: Problem = { code: 'keychain_unavailable', message: 'Locked.', hint: 'Unlock it.' };

function keychain(stored: string[], list: Keychain['list']): Keychain {
  return {
    kind: 'fake',
    get: async () => ok(null),
    set: async (name, secret) => {
      stored.push(`${name}=${secret}`);
      return ok(null);
    },
    delete: async () => ok(true),
    list,
  };
}

it.each([
  ['../etc', 'sk-1', 'cannot be the name of a key'],
  ['-a', 'sk-1', 'cannot be the name of a key'],
  ['work', '  \n', 'There is no key.'],
  ['work', 'sk one', 'This is no key'],
  ['work', 'sk\u0007', 'This is no key'],
])('refuses %j with %j before the keychain is asked', async (name, key, words) => {
  const stored: string[] = [];
  const answer = await createKeys(keychain(stored, async () => ok([]))).set(name, key);
  expect([answer, stored]).toMatchObject([{ ok: false, error: { message: expect.stringContaining(words) } }, []]);
});

it('keeps a key without the line end it was pasted with', async () => {
  const stored: string[] = [];
  await createKeys(keychain(stored, async () => ok([]))).set('work', ' sk-1\r\n');
  expect(stored).toEqual(['work=sk-1']);
});

it('says why the keychain cannot be read', async () => {
  expect(await createKeys(keychain([], async () => err(LOCKED))).list()).toEqual({ kind: 'fake', names: [], problem: LOCKED });
});
