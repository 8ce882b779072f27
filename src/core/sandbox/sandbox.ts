import type { SandboxState } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import type { ProcessSpec } from '../lib/ports.ts';

/** What a command may touch. Pure data: the same policy gives the same bubblewrap line or Seatbelt profile. Paths are absolute and real. */
export interface SandboxPolicy {
  /** The tree the session works in. */
  readonly root: string;
  /** False makes the whole tree read-only. */
  readonly rootWritable: boolean;
  /** Further folders that may be written. */
  readonly writable: readonly string[];
  /** Below a writable folder, yet read-only: git config, the worktrees of others. */
  readonly readOnly: readonly string[];
  /** Folders that cannot be filled, not even when they do not exist yet: git hooks. */
  readonly sealed: readonly string[];
  /** Paths that cannot be kept from appearing and are removed after each command: what would point git at another folder. */
  readonly forbidden: readonly string[];
  /** Hidden: keys, credentials, the product's own secrets, sockets of services that start processes outside. */
  readonly unreadable: readonly string[];
  /** Shown read-only although it lies in something hidden or replaced. */
  readonly readable: readonly string[];
  /** Host folder shown as `/tmp` inside. */
  readonly tmp: string;
  /** Host folder shown as the cache folder inside. */
  readonly cache: string;
  /** Where the cache is shown. */
  readonly cacheTarget: string;
  readonly network: 'off' | 'host';
  readonly env: Readonly<Record<string, string>>;
}

/** Decided once per call and carried in the call's context. `unsafe` is explicit; there is no value that means "no decision". */
export type SandboxDecision =
  | { readonly type: 'sandboxed'; readonly policy: SandboxPolicy }
  | { readonly type: 'unsafe'; readonly env: Readonly<Record<string, string>>; readonly tmp: string }
  | { readonly type: 'refused'; readonly problem: Problem };

export interface SandboxedCommand {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly owner: string;
  readonly label: string;
}

export interface Sandbox {
  /** For the badge. Until the probe has answered it is `unavailable` with a problem that says so. */
  state(): SandboxState;
  /** Waits for the probe. */
  ready(): Promise<SandboxState>;
  /** The decision for one session's tree. Makes the session's tmp folder on first use. */
  decide(session: { readonly id: string; readonly root: string }): Promise<SandboxDecision>;
  /** How to start the command under that decision. Throws on `refused`: the caller must have turned that into a result. */
  wrap(decision: SandboxDecision, command: SandboxedCommand): ProcessSpec;
  /** To be called when a command has ended: removes the policy's forbidden paths. Returns those that were there. */
  settle(decision: SandboxDecision): readonly string[];
  /** Removes the session's tmp folder. */
  release(sessionId: string): Promise<void>;
}
