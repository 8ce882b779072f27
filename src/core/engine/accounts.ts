import type { AccountStatus } from '../../shared/accounts.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Ports } from '../lib/ports.ts';
import { claimsOf } from '../providers/codex/claims.ts';
import type { CodexAccount } from '../providers/codex/codex-account.ts';
import type { CodexTokens, StoredTokens } from '../providers/codex/codex-tokens.ts';
import { beginSignIn } from '../providers/codex/sign-in.ts';

/** A sign-in that waits for the person's browser. */
export interface PendingSignIn {
  /** The page to open. */
  readonly url: string;
  /** Settles once, with the account or with why there is none. */
  readonly done: Promise<Result<AccountStatus, Problem>>;
  cancel(): void;
}

/** The accounts that take the place of an API key. No answer holds a token. */
export interface Accounts {
  list(): Promise<readonly AccountStatus[]>;
  /** `timeout` in milliseconds. A sign-in that still waits is stopped by the next. */
  signIn(timeout: number): Promise<Result<PendingSignIn, Problem>>;
  /** What was signed in is forgotten on this machine. */
  signOut(): Promise<Result<null, Problem>>;
}

export function createAccounts(ports: Pick<Ports, 'clock' | 'fetch'>, codex: CodexAccount): Accounts & { close(): void } {
  let pending: PendingSignIn | undefined;
  return {
    list: async () => [statusOf(await codex.stored(), ports.clock.now())],
    async signIn(timeout) {
      pending?.cancel();
      await pending?.done;
      const begun = await beginSignIn({ account: codex, ports, timeout });
      if (!begun.ok) return begun;
      const { url, cancel, done } = begun.value;
      const signIn = { url, cancel, done: done.then((tokens) => (tokens.ok ? ok(signedIn(tokens.value, ports.clock.now())) : tokens)) };
      pending = signIn;
      return ok(signIn);
    },
    signOut: () => signOut(codex),
    close: () => pending?.cancel(),
  };
}

async function signOut({ file }: CodexAccount): Promise<Result<null, Problem>> {
  try {
    await file.remove();
    return ok(null);
  } catch (failure) {
    return err({
      code: 'state_unwritable',
      message: `The sign-in in ${file.path} could not be removed.`,
      hint: 'Remove the file by hand.',
      safe: 'Nothing was changed.',
      detail: String((failure as NodeJS.ErrnoException).code ?? failure),
    });
  }
}

function statusOf(stored: StoredTokens, now: number): AccountStatus {
  switch (stored.kind) {
    case 'none':
      return { id: 'codex', state: 'signed_out' };
    case 'unreadable':
      return { id: 'codex', state: 'unreadable' };
    case 'tokens':
      return signedIn(stored.tokens, now);
  }
}

/** Tokens of an earlier version may lack what their own text says. */
function signedIn(tokens: CodexTokens, now: number): AccountStatus {
  const claims = claimsOf(tokens.id_token);
  const [who, plan] = [tokens.email ?? claims.email, tokens.plan ?? claims.plan];
  return {
    id: 'codex',
    state: tokens.expires_at > now ? 'signed_in' : 'needs_refresh',
    ...(who === undefined ? {} : { who }),
    ...(plan === undefined ? {} : { plan }),
  };
}
