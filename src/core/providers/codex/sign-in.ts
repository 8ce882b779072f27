import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CallbackServer } from './callback-server.ts';
import { startCallbackServer } from './callback-server.ts';
import type { CodexAccount, CodexPorts } from './codex-account.ts';
import type { CodexTokens } from './codex-tokens.ts';
import { authorizeUrl, createProof, exchangeApiKey, exchangeCode, type OAuthPorts, type Proof, type TokenAnswer } from './oauth.ts';

/** A sign-in that waits for the browser. */
export interface SignIn {
  /** The page to open in the person's own browser. */
  readonly url: string;
  /** Settles once: with the tokens, which are stored by then, or with why there are none. */
  readonly done: Promise<Result<CodexTokens, Problem>>;
  cancel(): void;
}

export interface SignInOptions {
  readonly account: CodexAccount;
  readonly ports: Pick<CodexPorts, 'clock' | 'fetch'>;
  /** How long the browser may take, in milliseconds. */
  readonly timeout: number;
}

/** Opens the way back for the browser. Fails when no port is free for it. */
export async function beginSignIn(options: SignInOptions): Promise<Result<SignIn, Problem>> {
  const { site } = options.account;
  const proof = createProof();
  const server = await startCallbackServer(site.callbackPorts, proof.state);
  if (!server) return err(portsTaken(site.callbackPorts));
  const stop = new AbortController();
  const done = wait(server, proof, { ...options, stop }).finally(() => server.close());
  return ok({ url: authorizeUrl(site, proof, server.redirect), done, cancel: () => stop.abort('cancelled') });
}

type Waiting = SignInOptions & { readonly stop: AbortController };

async function wait(server: CallbackServer, proof: Proof, options: Waiting): Promise<Result<CodexTokens, Problem>> {
  const { account, ports, timeout, stop } = options;
  const { signal } = stop;
  const over = new AbortController();
  void ports.clock.sleep(timeout, over.signal).then(() => stop.abort('late'));
  try {
    const stopped = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
    const callback = await Promise.race([server.callback, stopped]);
    if (!callback) return err(stoppedProblem(signal, timeout));
    if (callback.kind === 'denied') return err(problem(`The sign-in was not allowed: ${words(callback.error)}.`));
    const oauth: OAuthPorts = { fetch: ports.fetch, now: () => ports.clock.now(), signal };
    const answer = await exchangeCode(account.site, { code: callback.code, redirect: server.redirect, proof }, oauth);
    if (signal.aborted) return err(stoppedProblem(signal, timeout));
    return answer.kind === 'ok' ? await keep(answer.value, account, oauth) : err(unexchanged(answer));
  } finally {
    over.abort();
  }
}

async function keep(tokens: CodexTokens, account: CodexAccount, oauth: OAuthPorts): Promise<Result<CodexTokens, Problem>> {
  const apiKey = tokens.id_token === undefined ? undefined : await exchangeApiKey(account.site, tokens.id_token, oauth);
  const whole = apiKey === undefined ? tokens : { ...tokens, api_key: apiKey };
  try {
    await account.file.write(whole);
    return ok(whole);
  } catch (failure) {
    return err({
      code: 'state_unwritable',
      message: `The sign-in could not be written to ${account.file.path}.`,
      hint: 'Make room, or make the folder writable, and sign in again.',
      safe: SAFE,
      detail: String((failure as NodeJS.ErrnoException).code ?? failure),
    });
  }
}

const SAFE = 'No sign-in was changed.';

function problem(message: string, hint = 'Sign in again.'): Problem {
  return { code: 'provider_auth', message, hint, safe: SAFE };
}

function stoppedProblem({ reason }: AbortSignal, timeout: number): Problem {
  if (reason === 'late') return problem(`Nobody signed in within ${Math.round(timeout / 1_000)} s.`);
  return { code: 'cancelled', message: 'The sign-in was stopped.', hint: 'Sign in again when you want to.', safe: SAFE };
}

function unexchanged(answer: Exclude<TokenAnswer<unknown>, { kind: 'ok' }>): Problem {
  if (answer.kind === 'refused') return problem(`The authorisation server refused the sign-in: ${words(answer.error)}.`);
  return {
    code: 'provider_unreachable',
    message: 'The authorisation server did not answer after the sign-in.',
    hint: 'Check the network and sign in again.',
    safe: SAFE,
    detail: answer.detail,
  };
}

/** From an address: shown on one line, and not too much of it. */
function words(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/g, ' ')
    .slice(0, 200)
    .replace(/\.$/, '');
}

function portsTaken(ports: readonly number[]): Problem {
  return problem(
    `The browser has no way back: port ${ports.join(' and ')} of this machine ${ports.length === 1 ? 'is' : 'are'} taken.`,
    'End the other program that waits for a sign-in, then sign in again.',
  );
}
