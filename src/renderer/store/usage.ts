import type { Core } from './core.ts';
import { openLayer } from './layers.ts';
import { asLoaded } from './loaded.ts';
import { loadSettings } from './settings.ts';
import type { UsageState } from './usage-state.ts';

export function usageCommands(core: Core) {
  return {
    openUsage: () => openUsage(core),
    loadUsage: () => loadReport(core),
    loadQuota: () => loadQuota(core, false),
    refreshQuota: () => refreshQuota(core),
    signIn: () => signIn(core),
    cancelSignIn: () => core.ask('accounts.cancelSignIn', {}),
    signOut: () => signOut(core),
    setKey: (name: string, key: string) => setKey(core, name, key),
    deleteKey: (name: string) => deleteKey(core, name),
    moveKey: (provider: string) => moveKey(core, provider),
    loadAccess: () => loadAccess(core),
  };
}

function change(core: Core, next: Partial<UsageState>): void {
  core.update(({ usage }) => ({ usage: { ...usage, ...next } }));
}

/** What was known stays on screen until the answers are here. */
async function openUsage(core: Core): Promise<void> {
  openLayer(core, 'usage');
  await Promise.all([loadReport(core), loadQuota(core, false), loadAccounts(core), loadKeys(core)]);
}

async function loadReport(core: Core): Promise<void> {
  change(core, { report: asLoaded(await core.client.request('usage.report', {})) });
}

/** Not asked for by a person where it does not refresh, so a failure is silent there. */
async function loadQuota(core: Core, refresh: boolean): Promise<void> {
  const answer = await core.client.request('quota.get', { refresh });
  if (answer.ok || refresh) change(core, { quota: asLoaded(answer) });
}

async function refreshQuota(core: Core): Promise<void> {
  change(core, { refreshing: true });
  await loadQuota(core, true);
  change(core, { refreshing: false });
}

async function loadAccounts(core: Core): Promise<void> {
  change(core, { accounts: asLoaded(await core.client.request('accounts.list', {})) });
}

/** The host opens the person's browser; this waits for how it ends. A sign-in that somebody stopped needs no word. */
async function signIn(core: Core): Promise<void> {
  const begun = await core.ask('accounts.signIn', {});
  if (begun === undefined) return;
  change(core, { signIn: begun });
  const ended = await core.client.request('accounts.signInEnd', {});
  change(core, { signIn: null });
  if (!ended.ok && ended.error.code !== 'cancelled') core.report(ended.error);
  await loadAccounts(core);
}

async function signOut(core: Core): Promise<void> {
  if ((await core.ask('accounts.signOut', {})) !== undefined) await loadAccounts(core);
}

async function loadKeys(core: Core): Promise<void> {
  change(core, { keys: asLoaded(await core.client.request('keys.list', {})) });
}

/** True when the key is kept. */
async function setKey(core: Core, name: string, key: string): Promise<boolean> {
  const kept = (await core.ask('keys.set', { name, key })) !== undefined;
  if (kept) await loadKeys(core);
  return kept;
}

/** True when it is gone. */
async function deleteKey(core: Core, name: string): Promise<boolean> {
  const gone = (await core.ask('keys.delete', { name })) !== undefined;
  if (gone) await loadKeys(core);
  return gone;
}

/** From the person's file into the keychain. The file is shown as it is then. */
async function moveKey(core: Core, provider: string): Promise<void> {
  if ((await core.ask('keys.move', { provider })) !== undefined) await Promise.all([loadKeys(core), loadSettings(core)]);
}

/** Who is signed in, and which keys there are: for the pages that show them. */
async function loadAccess(core: Core): Promise<void> {
  await Promise.all([loadAccounts(core), loadKeys(core)]);
}
