import type { PendingSignIn } from '../../../core/engine.ts';
import { err, ok } from '../../../shared/result.ts';
import type { HandlerNeeds, Handlers } from '../handlers.ts';
import { inProject } from '../in-project.ts';

type AccountHandlers = Pick<
  Handlers,
  | 'usage.report'
  | 'quota.get'
  | 'accounts.list'
  | 'accounts.signIn'
  | 'accounts.signInEnd'
  | 'accounts.cancelSignIn'
  | 'accounts.signOut'
  | 'keys.list'
  | 'keys.set'
  | 'keys.delete'
  | 'keys.move'
>;

/** How long the browser may take, in milliseconds. The window can stop it at any time. */
const WAIT = 300_000;

export function accountHandlers({ engine, openOutside }: HandlerNeeds): AccountHandlers {
  let pending: PendingSignIn | undefined;
  return {
    'usage.report': async () => ok(await engine.usage()),
    'quota.get': ({ refresh }, window) => inProject(window, (project) => engine.quota(project.path, { refresh })),
    'accounts.list': async () => ok(await engine.accounts.list()),
    'accounts.signIn': async () => {
      const begun = await engine.accounts.signIn(WAIT);
      if (!begun.ok) return begun;
      pending = begun.value;
      return ok({ url: pending.url, opened: (await openOutside(pending.url)).ok });
    },
    'accounts.signInEnd': async () =>
      pending?.done ?? err({ code: 'bad_request', message: 'No sign-in waits.', hint: 'Begin one first.', safe: 'Nothing was changed.' }),
    'accounts.cancelSignIn': async () => {
      pending?.cancel();
      return ok(null);
    },
    'accounts.signOut': () => engine.accounts.signOut(),
    'keys.list': async () => ok(await engine.keys.list()),
    'keys.set': ({ name, key }) => engine.keys.set(name, key),
    'keys.move': ({ provider }) => engine.keys.move(provider),
    'keys.delete': async ({ name }) => {
      const deleted = await engine.keys.delete(name);
      return deleted.ok ? ok(null) : deleted;
    },
  };
}
