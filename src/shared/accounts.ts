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
