import { expect, it } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import type { AccountStatus } from '../../shared/accounts.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { FakeEngine } from '../testing/fake-engine.ts';
import { accountHandlers } from './handlers/accounts.ts';
import type { HandlerNeeds } from './handlers.ts';

const STOPPED: Problem = { code: 'cancelled', message: 'The sign-in was stopped.', hint: 'Sign in again.' };
const NO_BROWSER: Problem = { code: 'internal', message: 'The desktop could not open this link.', hint: 'Copy it.' };

function handlersWith(open: Result<null, Problem>) {
  const engine = new FakeEngine();
  let stop: (end: Result<AccountStatus, Problem>) => void = () => {};
  const done = new Promise<Result<AccountStatus, Problem>>((resolve) => {
    stop = resolve;
  });
  const signIn: Engine['accounts']['signIn'] = async () => ok({ url: 'https://auth.example/', done, cancel: () => stop(err(STOPPED)) });
  engine.accounts = { ...engine.accounts, signIn };
  const opened: string[] = [];
  const openOutside: HandlerNeeds['openOutside'] = async (url) => {
    opened.push(url);
    return open;
  };
  return { opened, handlers: accountHandlers({ engine, openOutside } as unknown as HandlerNeeds) };
}

const window = undefined as never;

it('a sign-in opens the page in the desktop’s browser and can be stopped from the window', async () => {
  const { opened, handlers } = handlersWith(ok(null));
  const begun = await handlers['accounts.signIn']({}, window);
  const end = handlers['accounts.signInEnd']({}, window);
  await handlers['accounts.cancelSignIn']({}, window);
  expect([begun, opened, await end]).toEqual([
    { ok: true, value: { url: 'https://auth.example/', opened: true } },
    ['https://auth.example/'],
    { ok: false, error: STOPPED },
  ]);
});

it('where the desktop cannot open it, the window is told, so that it shows the address', async () => {
  const { handlers } = handlersWith(err(NO_BROWSER));
  expect(await handlers['accounts.signIn']({}, window)).toEqual({ ok: true, value: { url: 'https://auth.example/', opened: false } });
});

it('nothing waits before a sign-in has begun', async () => {
  expect(await handlersWith(ok(null)).handlers['accounts.signInEnd']({}, window)).toMatchObject({ ok: false });
});
