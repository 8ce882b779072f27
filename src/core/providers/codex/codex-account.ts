import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { acquireLock } from '../../lib/lock-file.ts';
import type { Clock, Ids, Ports } from '../../lib/ports.ts';
import type { NoCredentials } from '../credentials.ts';
import { type CodexSite, codexSite } from './codex-site.ts';
import { type CodexTokens, createTokenFile, type StoredTokens, type TokenFile } from './codex-tokens.ts';
import { refreshTokens } from './oauth.ts';

export type CodexPorts = Pick<Ports, 'clock' | 'ids' | 'fetch' | 'environment' | 'paths'>;

/** The account somebody signed in with. All processes of this person share it through one file. */
export interface CodexAccount {
  readonly site: CodexSite;
  readonly file: TokenFile;
  stored(): Promise<StoredTokens>;
  /** Tokens that hold for now; refreshed when they are about to end, by one process at a time. */
  access(): Promise<Result<CodexTokens, NoCredentials>>;
  /** A server refused that token or API credential. True when there is another one by now; a refused API credential is given up. */
  renew(refused: string): Promise<boolean>;
}

/** A token that ends sooner is refreshed before it is used, in milliseconds. */
const MARGIN = 60_000;

/** How long the authorisation server may take, in milliseconds. */
const TIME_LIMIT = 20_000;

/** How often a lock that another process holds is looked at again, and for how long, in milliseconds. */
const LOOK = 100;
const PATIENCE = 30_000;

export function createCodexAccount(ports: CodexPorts): CodexAccount {
  return new FileAccount(ports);
}

class FileAccount implements CodexAccount {
  readonly site: CodexSite;
  readonly file: TokenFile;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #fetch: typeof fetch;
  #refreshing: Promise<Result<CodexTokens, NoCredentials>> | undefined;

  constructor({ clock, ids, fetch, environment, paths }: CodexPorts) {
    this.site = codexSite(environment);
    this.file = createTokenFile(paths.config);
    this.#clock = clock;
    this.#ids = ids;
    this.#fetch = fetch;
  }

  stored(): Promise<StoredTokens> {
    return this.file.read();
  }

  async access(): Promise<Result<CodexTokens, NoCredentials>> {
    const stored = await this.file.read();
    if (stored.kind !== 'tokens') return err(signedOut(stored, this.file.path));
    const { tokens } = stored;
    return tokens.expires_at - MARGIN > this.#clock.now() ? ok(tokens) : this.#refresh(tokens);
  }

  async renew(refused: string): Promise<boolean> {
    const stored = await this.file.read();
    if (stored.kind !== 'tokens') return false;
    const { api_key: apiKey, ...account } = stored.tokens;
    if (apiKey === refused) return (await this.#keep(account)).ok;
    if (account.access_token !== refused) return true;
    return (await this.#refresh(stored.tokens)).ok;
  }

  #refresh(stale: CodexTokens): Promise<Result<CodexTokens, NoCredentials>> {
    this.#refreshing ??= this.#refreshLocked(stale).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** The holder of the lock asks; who waits for it takes what it wrote, because a refresh token can be used only once. */
  async #refreshLocked(stale: CodexTokens): Promise<Result<CodexTokens, NoCredentials>> {
    for (let waited = 0; waited <= PATIENCE; waited += LOOK) {
      const lock = await acquireLock(`${this.file.path}.lock`, this.#ids).catch(() => undefined);
      if (!lock) return err(unwritable(this.file.path));
      if (lock.kind === 'held') {
        try {
          return await this.#ask(stale);
        } finally {
          await lock.release();
        }
      }
      await this.#clock.sleep(LOOK);
      const other = await this.#changed(stale);
      if (other) return ok(other);
    }
    return err(unreachable('another process has been renewing it for too long'));
  }

  async #ask(stale: CodexTokens): Promise<Result<CodexTokens, NoCredentials>> {
    const other = await this.#changed(stale);
    if (other) return ok(other);
    const answer = await this.#request(stale);
    switch (answer.kind) {
      case 'refused':
        return err(ended(answer.error));
      case 'unreachable':
        return err(unreachable(answer.detail));
      case 'ok': {
        const now = await this.file.read();
        return now.kind === 'tokens' ? this.#keep(answer.value) : err(signedOut(now, this.file.path));
      }
    }
  }

  async #request(stale: CodexTokens): ReturnType<typeof refreshTokens> {
    const done = new AbortController();
    const slow = new AbortController();
    void this.#clock.sleep(TIME_LIMIT, done.signal).then(() => slow.abort());
    try {
      return await refreshTokens(this.site, stale, { fetch: this.#fetch, now: () => this.#clock.now(), signal: slow.signal });
    } finally {
      done.abort();
    }
  }

  async #keep(tokens: CodexTokens): Promise<Result<CodexTokens, NoCredentials>> {
    try {
      await this.file.write(tokens);
      return ok(tokens);
    } catch {
      return err(unwritable(this.file.path));
    }
  }

  /** What another process, or a new sign-in, has written meanwhile. */
  async #changed({ access_token: stale }: CodexTokens): Promise<CodexTokens | undefined> {
    const stored = await this.file.read();
    return stored.kind === 'tokens' && stored.tokens.access_token !== stale ? stored.tokens : undefined;
  }
}

const SIGN_IN = 'Run `steiner login codex`, or sign in under Usage and accounts in the window.';
const SAFE = 'Nothing was sent, and nothing of the conversation is lost.';

function problem(message: string, hint: string): Problem {
  return { code: 'provider_auth', message, hint, safe: SAFE };
}

function signedOut(stored: Exclude<StoredTokens, { kind: 'tokens' }>, path: string): NoCredentials {
  if (stored.kind === 'none') return { problem: problem('You are not signed in to Codex.', SIGN_IN), transient: false };
  return { problem: problem(`The sign-in to Codex in ${path} cannot be read: ${stored.detail}.`, SIGN_IN), transient: false };
}

function ended(error: string): NoCredentials {
  return { problem: problem(`The sign-in to Codex has ended: ${error}.`, SIGN_IN), transient: false };
}

function unreachable(detail: string): NoCredentials {
  return {
    problem: {
      code: 'provider_unreachable',
      message: 'The sign-in to Codex could not be renewed, because its server did not answer.',
      hint: 'Check the network and send the prompt again.',
      safe: SAFE,
      detail,
    },
    transient: true,
  };
}

function unwritable(path: string): NoCredentials {
  return {
    problem: {
      code: 'state_unwritable',
      message: `The sign-in to Codex cannot be written to ${path}.`,
      hint: 'Make room, or make the folder writable, and send the prompt again.',
      safe: SAFE,
    },
    transient: false,
  };
}
