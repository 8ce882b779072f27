import type { Duplex, Readable, Writable } from 'node:stream';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';

/** Time, so that tests own it. `now` is milliseconds since the epoch; `monotonic` only ever grows and measures durations. */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** Resolves after `ms`, or at once when `signal` aborts; it never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Ids {
  /** Lower-case hex of that many random bytes. */
  hex(bytes: number): string;
}

/** What the process was started with. */
export interface Environment {
  readonly vars: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** Every folder the product owns outside a project, absolute. */
export interface StatePaths {
  readonly config: string;
  readonly state: string;
  readonly cache: string;
}

export interface ProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Who answers for it, e.g. a session id: everything of one owner can be killed together. */
  readonly owner: string;
  /** Shown in the process ledger; never holds secrets. */
  readonly label: string;
  readonly stdin?: 'ignore' | 'pipe';
  /** Extra inherited descriptors, from 3 upwards. */
  readonly descriptors?: readonly number[];
  /** Files opened for reading, inherited after those descriptors. */
  readonly inputs?: readonly string[];
  /** How many sockets to this process are inherited after those; see `ManagedProcess.sockets`. */
  readonly sockets?: number;
  /** When it is killed, something of it may run on outside its group, which has the name of the mark's variable among its arguments: that is looked for. */
  readonly strays?: boolean;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that leads its own group. Registered in the ledger from birth to `exited`. */
export interface ManagedProcess {
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** This process's ends of the sockets it was started with. */
  readonly sockets: readonly Duplex[];
  /** Settles once, after the process is gone and its pipes are closed. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** SIGKILL to the whole group; harmless when it is gone already. */
  kill(): void;
}

export interface SpawnedProcess extends ManagedProcess {
  /** In its environment, and no other process's but of what it starts. */
  readonly mark: string;
}

/** A process that another one of ours started, the leader of its own group. */
export interface AdoptedProcess {
  readonly pid: number;
  readonly owner: string;
  readonly label: string;
  /** In its environment: the mark of the process that started it, `-`, and something of its own. */
  readonly mark: string;
  readonly exited: Promise<unknown>;
}

export interface Processes {
  /**
   * Rejects only when the executable cannot be started; the error carries the errno code. One that is named without a folder is looked for in the PATH of its environment,
   * and not in what is distrusted.
   */
  spawn(spec: ProcessSpec): Promise<SpawnedProcess>;
  /** From now until `exited` it is in the ledger and ends with its owner. Returns what kills its group, harmless when it is gone already. */
  adopt(child: AdoptedProcess): () => void;
  /** Kills every process of that owner, and resolves when they are gone. */
  killOwner(owner: string): Promise<void>;
  /** Commands can write these folders: from now on no program is taken from them by its name. Real paths. */
  distrust(folders: readonly string[]): void;
  /** Kills everything this instance started. */
  close(): Promise<void>;
}

export interface Logger {
  /** `fields` never hold prompts, file contents or secrets. */
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/**
 * Secrets in the keychain of the operating system, by name. None of them is ever in a file of ours, in an argument or in a log.
 *
 * Every call may wait for a person who is asked to unlock the keychain. The problem is `keychain_unavailable`: there is none, it stays locked, or
 * it failed.
 */
export interface Keychain {
  /** As a person knows it, e.g. `Secret Service`; absent where this system has none that is known. */
  readonly kind: string | undefined;
  /** `null` when there is no such entry. */
  get(name: string): Promise<Result<string | null, Problem>>;
  set(name: string, secret: string): Promise<Result<null, Problem>>;
  /** False when there was none. */
  delete(name: string): Promise<Result<boolean, Problem>>;
  /** Names only, sorted. */
  list(): Promise<Result<readonly string[], Problem>>;
}

/** Everything the core touches outside itself. The engine builds the rest from this. */
export interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly environment: Environment;
  readonly paths: StatePaths;
  readonly processes: Processes;
  readonly fetch: typeof fetch;
  readonly keychain: Keychain;
  readonly logger: Logger;
}
