import type { Problem } from './problem.ts';

/** The keys in the keychain of the operating system, by name only. */
export interface KeyRing {
  /** Which keychain it is, as a person knows it; absent where this system has none. */
  readonly kind?: string;
  /** Sorted. */
  readonly names: readonly string[];
  /** Why it cannot be used. */
  readonly problem?: Problem;
}

/**
 * An account that takes the place of an API key. `needs_refresh` is signed in too: its token has ended and is renewed by the next request.
 * `unreadable` is a sign-in that this version cannot read.
 */
export interface AccountStatus {
  readonly id: 'codex';
  readonly state: 'signed_in' | 'needs_refresh' | 'signed_out' | 'unreadable';
  /** Whose it is, as the provider says. */
  readonly who?: string;
  readonly plan?: string;
}
