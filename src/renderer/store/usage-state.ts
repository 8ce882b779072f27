import type { AccountStatus, KeyRing } from '../../shared/accounts.ts';
import type { Problem } from '../../shared/problem.ts';
import type { QuotaReport } from '../../shared/quota.ts';
import type { UsageReport } from '../../shared/usage-report.ts';

type Loaded<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly problem: Problem };

/** What the page of usage and accounts shows. */
export interface UsageState {
  readonly report: Loaded<UsageReport>;
  readonly quota: Loaded<QuotaReport>;
  readonly refreshing: boolean;
  readonly accounts: Loaded<readonly AccountStatus[]>;
  /** A sign-in that waits for the person's browser. */
  readonly signIn: { readonly url: string; readonly opened: boolean } | null;
  readonly keys: Loaded<KeyRing>;
}
