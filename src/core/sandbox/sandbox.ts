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
  /** Below a writable folder, yet read-only: git hooks and config. */
  readonly readOnly: readonly string[];
  /** Hidden: keys, credentials, the product's own secrets. */
  readonly unreadable: readonly string[];
  /** Host folder shown as `/tmp` inside. */
  readonly tmp: string;
  /** Host folder shown as the cache folder inside. */
  readonly cache: string;
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
  /** For the badge; settled by the probe at start. */
  state(): SandboxState;
  /** The decision for one session's tree. Makes the session's tmp folder on first use. */
  decide(session: { readonly id: string; readonly root: string }): Promise<SandboxDecision>;
  /** How to start the command under that decision. Throws on `refused`: the caller must have turned that into a result. */
  wrap(decision: SandboxDecision, command: SandboxedCommand): ProcessSpec;
  /** Removes the session's tmp folder. */
  release(sessionId: string): Promise<void>;
}
