import type { ModelFacts } from './model-facts.ts';
import type { Problem } from './problem.ts';

/** What is known of a provider's own list of models. */
export interface ProviderListing {
  readonly provider: string;
  readonly type: string;
  /** `fresh` for a week; `stale` is still used; `off` when discovery is off. */
  readonly state: 'fresh' | 'stale' | 'missing' | 'off';
  readonly models: number;
  /** Milliseconds since the epoch. */
  readonly fetchedAt?: number;
  /** Why it could not be asked, or did not answer the last time. What it listed before is kept. */
  readonly problem?: Problem;
}

export interface ModelListings {
  readonly providers: readonly ProviderListing[];
  /** Absent when discovery is off. */
  readonly catalogue?: { readonly from: string; readonly date: string; readonly models: number };
}

/** One model with everything that is known of it. */
export interface ModelInspection {
  readonly ref: string;
  readonly provider: string;
  readonly type: string;
  readonly id: string;
  readonly name?: string;
  readonly facts: ModelFacts;
  /** What is sent as effort; absent is the provider's own default. */
  readonly effort?: string;
  /** Why it cannot be asked. */
  readonly problem?: Problem;
}

/** Which model a role has. `from` is the profile that says so; `fallback` when it is the profile's model for everything. */
export interface RoleChoice {
  readonly role: string;
  readonly ref: string | undefined;
  readonly from: string | undefined;
  readonly fallback: boolean;
}
