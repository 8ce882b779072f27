import { expect, it } from 'vitest';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Client } from '../bridge/client.ts';
import { createCore } from './core.ts';
import { usageCommands } from './usage.ts';

const LATE: Problem = { code: 'provider_auth', message: 'Nobody signed in within 300 s.', hint: 'Sign in again.' };
const STOPPED: Problem = { code: 'cancelled', message: 'The sign-in was stopped.', hint: 'Sign in again.' };

/** A host whose answers are given by name. */
function coreWith(answers: Readonly<Record<string, Result<unknown, Problem>>>) {
  const asked: string[] = [];
  const request = async (name: string) => {
    asked.push(name);
    return answers[name] ?? ok(null);
  };
  const core = createCore({ request, listen: () => () => {} } as unknown as Client);
  return { core, asked, commands: usageCommands(core) };
}

const BEGUN = ok({ url: 'https://auth.example/', opened: true });

it('a sign-in shows that it waits, and then whose account it is', async () => {
  const account = { id: 'codex', state: 'signed_in', who: 'ana' };
  const { core, commands } = coreWith({ 'accounts.signIn': BEGUN, 'accounts.signInEnd': ok(account), 'accounts.list': ok([account]) });
  const seen: unknown[] = [];
  core.store.subscribe(({ usage }) => seen.push(usage.signIn?.url));
  await commands.signIn();
  expect([seen[0], core.get().usage.signIn, core.get().usage.accounts, core.get().problems]).toEqual([
    'https://auth.example/',
    null,
    { state: 'ready', value: [account] },
    [],
  ]);
});

it.each([
  ['that fails is said', LATE, [LATE]],
  ['that somebody stopped needs no word', STOPPED, []],
])('a sign-in %s', async (_, problem, shown) => {
  const { core, commands } = coreWith({ 'accounts.signIn': BEGUN, 'accounts.signInEnd': err(problem), 'accounts.list': ok([]) });
  await commands.signIn();
  expect(core.get().problems).toEqual(shown);
});

it('limits that cannot be read in passing disturb nobody; asked for by a person it is said', async () => {
  const { core, commands } = coreWith({ 'quota.get': err(LATE) });
  await commands.loadQuota();
  const quiet = core.get().usage.quota.state;
  await commands.refreshQuota();
  expect([quiet, core.get().usage.quota]).toEqual(['idle', { state: 'failed', problem: LATE }]);
});

it('a key that was kept is listed, one that was not stays in the field', async () => {
  const good = coreWith({ 'keys.list': ok({ names: ['work'] }) });
  const bad = coreWith({ 'keys.set': err(LATE) });
  expect([await good.commands.setKey('work', 'sk'), good.asked, await bad.commands.setKey('work', 'sk'), bad.core.get().problems]).toEqual([
    true,
    ['keys.set', 'keys.list'],
    false,
    [LATE],
  ]);
});
