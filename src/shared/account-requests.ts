import { z } from 'zod';
import type { AccountStatus, KeyRing } from './accounts.ts';
import type { QuotaReport } from './quota.ts';
import type { UsageReport } from './usage-report.ts';

const none = z.object({}).strict();

/** The requests about money, accounts and keys. */
export const accountRequests = {
  'usage.report': none,
  /** `refresh` asks the accounts first. */
  'quota.get': z.object({ refresh: z.boolean() }),
  'accounts.list': none,
  /** Opens the page in the person's browser. `accounts.signInEnd` answers when the sign-in has ended. */
  'accounts.signIn': none,
  'accounts.signInEnd': none,
  'accounts.cancelSignIn': none,
  'accounts.signOut': none,
  'keys.list': none,
  'keys.set': z.object({ name: z.string().max(64), key: z.string().max(10_000) }),
  'keys.delete': z.object({ name: z.string().max(64) }),
  /** The key of a provider, from the person's file into the keychain. Answers with its name there. */
  'keys.move': z.object({ provider: z.string().max(200) }),
} as const satisfies Record<string, z.ZodType>;

export interface AccountOutputs {
  'usage.report': UsageReport;
  'quota.get': QuotaReport;
  'accounts.list': readonly AccountStatus[];
  /** `opened` is false where the desktop could not show the page: then the person opens it. */
  'accounts.signIn': { readonly url: string; readonly opened: boolean };
  'accounts.signInEnd': AccountStatus;
  'accounts.cancelSignIn': null;
  'accounts.signOut': null;
  'keys.list': KeyRing;
  'keys.set': null;
  'keys.delete': null;
  'keys.move': string;
}
