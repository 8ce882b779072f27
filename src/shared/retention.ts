import type { SessionSummary } from './session.ts';

/** What cleaning up did, or with `dryRun` would do. */
export interface CleanReport {
  readonly dryRun: boolean;
  /** Sessions that go to the trash, where they can be restored. */
  readonly toTrash: readonly SessionSummary[];
  /** Sessions of the trash that are deleted for good. */
  readonly deleted: readonly SessionSummary[];
  readonly checkpoints: number;
  /** Long texts and pictures that no session names any more. */
  readonly blobs: { readonly count: number; readonly bytes: number };
  /** Settings that say how long something is kept; what none of them names is kept for good. */
  readonly rules: number;
}
