import type { Problem } from '../../shared/problem.ts';
import type { SandboxState } from '../../shared/sandbox-state.ts';
import type { ManagedProcess, ProcessSpec } from '../lib/ports.ts';
import type { RepositoryWatch } from './settle-repositories.ts';
import type { KeptLink } from './stray-links.ts';

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
  /** Hooks and config in the working tree that are missing, with the folder around them or alone: what comes there gets another name after each command. */
  readonly absent: readonly string[];
  /** Symbolic links that are put back after each command. */
  readonly links: readonly KeptLink[];
  /** Git folders in which other links than those are removed after each command: git would write through them. */
  readonly linkFree: readonly string[];
  /** What is compared after each command: repositories that it made or moved are made harmless. */
  readonly watch?: RepositoryWatch;
  /** The project's git folder, where it lies outside and is not to be written. */
  readonly gitElsewhere?: string;
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
  /** Host folders shown in the place of others. */
  readonly overlays: readonly { readonly source: string; readonly target: string }[];
  readonly network: SandboxState['network'];
  /** With `allowlist`: the pid of the process whose network the commands share. */
  readonly networkOwner?: number;
  readonly limits: SandboxLimits;
  readonly env: Readonly<Record<string, string>>;
}

/** What one command may use up. */
export interface SandboxLimits {
  /** Processes and threads at one time. */
  readonly processes: number;
  /** Size of one file, bytes. */
  readonly fileBytes: number;
  /** Memory, bytes: of all commands together where a control group counts it, else the data of each process. */
  readonly memoryBytes?: number;
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

/** What counts for a search beside the folder that it begins in. Paths are absolute and need not exist. */
export interface Surroundings {
  /** Not to be read, wherever the search begins. */
  readonly hidden: readonly string[];
  /** Single files to be read in folders that are not. */
  readonly shown: readonly string[];
}

/** How shell text is run. To be followed by the text. */
export const SHELL = ['bash', '--noprofile', '--norc', '-c'] as const;

/** Shell text to be run as `SHELL` says. */
export interface ShellCommand extends Omit<SandboxedCommand, 'argv'> {
  readonly text: string;
}

/** Whose tree, and whether the session may change it. */
export interface SandboxSession {
  readonly id: string;
  readonly root: string;
  /** `read-only` as in plan mode leaves `.steiner/plans` and `.steiner/security` writable, `sealed` nothing. Default `write`. */
  readonly access?: 'write' | 'read-only' | 'sealed';
}

/** Both streams of a command that failed. */
export interface FailedCommand {
  readonly command: string;
  readonly output: string;
  /** It has no exit code, and it was not Steiner who ended it. */
  readonly killed?: boolean;
}

export interface Sandbox {
  /** For the badge. Until the probe has answered it is `unavailable` with a problem that says so. */
  state(): SandboxState;
  /** Waits for the probe. */
  ready(): Promise<SandboxState>;
  /** The decision for one call in a session's tree. Makes the session's tmp folder on first use. */
  decide(session: SandboxSession): Promise<SandboxDecision>;
  /** How to start the command under that decision. Throws on `refused`: the caller must have turned that into a result. */
  wrap(decision: SandboxDecision, command: SandboxedCommand): ProcessSpec;
  /**
   * Starts shell text under that decision, without standard input: the same as starting what `wrap` gives, and sooner where a sandbox was
   * prepared. Rejects when it cannot be started, with the errno code.
   */
  start(decision: SandboxDecision, command: ShellCommand): Promise<ManagedProcess>;
  /**
   * The same search, a program of ours that only reads, with nothing in reach but the folder it starts in or what commands can write around that. Unchanged
   * where there is no sandbox, or none that can do so: only on Linux.
   */
  search(decision: SandboxDecision, search: ProcessSpec, surroundings: Surroundings): ProcessSpec;
  /** Such a command is likely soon: a sandbox is set up for it where that can be done. Each is used once, and its owner holds one at most. */
  prepare(decision: SandboxDecision, place: Omit<ShellCommand, 'text'>): void;
  /** Of that owner nothing is kept waiting for a command any more. */
  rest(owner: string): void;
  /** To be called when a command has ended: puts right what could not be kept from being changed. Returns the paths. */
  settle(decision: SandboxDecision): readonly string[];
  /** Hosts that commands were refused since `explain` told of them last. */
  refusedHosts(decision: SandboxDecision): readonly string[];
  /** What the sandbox kept the command from doing, one plain sentence each, with the way out. Empty when it was not the sandbox. */
  explain(decision: SandboxDecision, failed: FailedCommand): readonly string[];
  /** Removes the session's tmp folder. */
  release(sessionId: string): Promise<void>;
}
