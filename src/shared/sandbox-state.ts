import type { Problem } from './problem.ts';

/** How commands of a project are confined. */
export interface SandboxState {
  readonly state: 'active' | 'unavailable' | 'off';
  /** Absolute folders a sandboxed command can write to in build mode. */
  readonly writable: readonly string[];
  readonly network: 'off' | 'allowlist' | 'host';
  /** With `allowlist`: what can be reached without a question. */
  readonly hosts?: readonly string[];
  /** Why it is not active, and what to do. */
  readonly problem?: Problem;
}
