import type { PendingSignIn } from '../core/engine.ts';
import type { AccountStatus } from '../shared/accounts.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { openBrowser } from './open-browser.ts';
import { failWith } from './open-project.ts';
import { harmless } from './style.ts';
import { usageError } from './usage-error.ts';

const NOT_CODEX = 'The account to name is codex.';

/** In seconds. */
const DEFAULT_WAIT = 120;
const LONGEST_WAIT = 3_600;

/** `steiner login codex [status]`. */
export async function login(input: CommandInput): Promise<number> {
  const [account, word] = input.words;
  if (account === 'status' || (account === 'codex' && word === 'status')) return status(input);
  if (account !== 'codex' || word !== undefined) return usageError(input, NOT_CODEX, 'login');
  const seconds = Number(input.flags.timeout ?? DEFAULT_WAIT);
  if (!(seconds >= 1 && seconds <= LONGEST_WAIT)) return usageError(input, `--timeout takes 1 to ${LONGEST_WAIT} seconds.`, 'login');
  const { engine } = await input.runtime();
  const begun = await engine.accounts.signIn(seconds * 1_000);
  if (!begun.ok) return failWith(begun.error, input);
  return waitFor(begun.value, input);
}

async function waitFor({ url, done, cancel }: PendingSignIn, input: CommandInput): Promise<number> {
  const { screen, interrupts, flags } = input;
  const opened = flags['debug-url'] !== true && (await openBrowser(url, process.platform));
  const words = opened ? 'Your browser shows the page to sign in. If it does not, open' : 'Open this page in a browser of this machine:';
  screen.print({ to: 'err', text: `${words}\n${url}\nWaiting for the browser. Ctrl+C stops.\n` });
  interrupts.signal.addEventListener('abort', cancel, { once: true });
  const ended = await done;
  interrupts.signal.removeEventListener('abort', cancel);
  if (!ended.ok) return failWith(ended.error, input);
  screen.print({ to: 'err', text: `${statusText(ended.value)}\n` });
  return EXIT.complete;
}

async function status(input: CommandInput): Promise<number> {
  const { engine } = await input.runtime();
  const accounts = await engine.accounts.list();
  const text = input.flags.json
    ? accounts.map((account) => `${JSON.stringify(account)}\n`).join('')
    : accounts.map((account) => `${statusText(account)}\n`).join('');
  input.screen.print({ to: 'out', text });
  return accounts.some(({ state }) => state === 'signed_in' || state === 'needs_refresh') ? EXIT.complete : EXIT.error;
}

function statusText({ id, state, who, plan }: AccountStatus): string {
  const account = [who, plan === undefined ? undefined : `plan ${plan}`].filter((part) => part !== undefined).join(', ');
  const name = account === '' ? id : `${id}: ${harmless(account)}`;
  switch (state) {
    case 'signed_in':
      return `Signed in to ${name}`;
    case 'needs_refresh':
      return `Signed in to ${name}; the token has ended and is renewed by the next request`;
    case 'signed_out':
      return `Not signed in to ${id}`;
    case 'unreadable':
      return `The sign-in to ${id} cannot be read; sign in again`;
  }
}

/** `steiner logout codex`. */
export async function logout(input: CommandInput): Promise<number> {
  if (input.words[0] !== 'codex') return usageError(input, NOT_CODEX, 'logout');
  const { engine } = await input.runtime();
  const out = await engine.accounts.signOut();
  if (!out.ok) return failWith(out.error, input);
  input.screen.print({ to: 'err', text: 'Signed out of codex on this machine.\n' });
  return EXIT.complete;
}
