import { afterEach, expect, it } from 'vitest';
import { type CodexRig, openCodexRig, TOKENS } from '../providers/codex/testing/codex-rig.ts';
import { ID_TOKEN } from '../testing/codex-server.ts';
import { createAccounts } from './accounts.ts';

let rig: CodexRig;
afterEach(() => rig.close());

it('a sign-in is listed without its tokens, also after its token ended, until it is signed out', async () => {
  rig = await openCodexRig();
  const accounts = createAccounts(rig.ports, rig.account);
  expect(await accounts.list()).toEqual([{ id: 'codex', state: 'signed_out' }]);
  const begun = await accounts.signIn(60_000);
  if (!begun.ok) throw new Error(begun.error.message);
  await rig.server.browse(begun.value.url);
  const account = { id: 'codex', who: 'ana@example.org', plan: 'plus' };
  expect([await begun.value.done, await accounts.list()]).toEqual([
    { ok: true, value: { ...account, state: 'signed_in' } },
    [{ ...account, state: 'signed_in' }],
  ]);
  await rig.clock.advance(4_000_000);
  expect(await accounts.list()).toEqual([{ ...account, state: 'needs_refresh' }]);
  expect([await accounts.signOut(), await accounts.list()]).toEqual([{ ok: true, value: null }, [{ id: 'codex', state: 'signed_out' }]]);
});

it('a file of an earlier version is read for what its tokens say', async () => {
  rig = await openCodexRig();
  await rig.account.file.write({ ...TOKENS, id_token: ID_TOKEN });
  expect(await createAccounts(rig.ports, rig.account).list()).toMatchObject([{ who: 'ana@example.org', plan: 'plus' }]);
});

it('a second sign-in stops the first', async () => {
  rig = await openCodexRig();
  const accounts = createAccounts(rig.ports, rig.account);
  const [first, second] = [await accounts.signIn(60_000), await accounts.signIn(60_000)];
  if (!first.ok || !second.ok) throw new Error('no sign-in');
  expect(await first.value.done).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  accounts.close();
  expect(await second.value.done).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});
