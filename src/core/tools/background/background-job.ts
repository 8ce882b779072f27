import { EventEmitter, once } from 'node:events';
import type { ManagedProcess } from '../../lib/ports.ts';
import type { SandboxDecision } from '../../sandbox/sandbox.ts';
import { failedCommand } from '../command-run.ts';
import { drain } from '../drain.ts';
import type { StreamCleaner } from '../stream-cleaner.ts';
import type { ToolContext } from '../tool.ts';
import type { JobLog, LogPiece } from './job-log.ts';

/** Of the output, how much of the end is looked at for what the sandbox held back. */
const TAIL = 16_384;
/** Milliseconds without output after which a line that has not ended is taken for a prompt that waits. */
const QUIET = 250;

export type JobState =
  | { readonly type: 'running' }
  | { readonly type: 'ended'; readonly exitCode: number }
  /** By `bash_kill`, or because plan mode began and it could write. */
  | { readonly type: 'killed'; readonly by: 'call' | 'plan' };

/** One command that outlives its call. */
export class BackgroundJob {
  readonly id: string;
  readonly command: string;
  readonly #log: JobLog;
  readonly #process: ManagedProcess;
  readonly #changes = new EventEmitter();
  readonly #out: StreamCleaner;
  readonly #errors: StreamCleaner;
  readonly #ended: Promise<void>;
  #state: JobState = { type: 'running' };
  readonly #decision: SandboxDecision;
  readonly #readings = new Set<Promise<unknown>>();
  #killed: 'call' | 'plan' | undefined;
  /** The model knows that it ended. */
  #known = false;
  #tail = '';
  /** Where the next reading without an offset begins. */
  #read = 0;
  /** Absolute paths that the command left behind and must not have. */
  removed: readonly string[] = [];
  /** What the sandbox kept it from doing. */
  denials: readonly string[] = [];

  constructor(
    parts: { readonly id: string; readonly command: string; readonly log: JobLog; readonly process: ManagedProcess },
    context: ToolContext,
  ) {
    this.id = parts.id;
    this.command = parts.command;
    this.#log = parts.log;
    this.#process = parts.process;
    this.#decision = context.decision;
    this.#out = this.#noting(context.hygiene.stream());
    this.#errors = this.#noting(context.hygiene.stream());
    this.#ended = this.#follow(context);
  }

  get state(): JobState {
    return this.#state;
  }

  get path(): string {
    return this.#log.path;
  }

  /** Of its whole output, in bytes. */
  get size(): number {
    return this.#log.size;
  }

  /** The newest of its output. */
  get tail(): string {
    return this.#tail;
  }

  get known(): boolean {
    return this.#known || this.#killed === 'call';
  }

  /** From here on the model is not told that it ended. */
  know(): void {
    this.#known = true;
  }

  /** A reading of the model may tell it the end: while it lasts nobody else does. */
  async attend<T>(reading: () => Promise<T>): Promise<T> {
    const done = reading();
    this.#readings.add(done);
    try {
      return await done;
    } finally {
      this.#readings.delete(done);
    }
  }

  /** Settles when it has ended and nobody reads it. */
  async settled(): Promise<void> {
    await this.#ended;
    while (this.#readings.size > 0) await Promise.allSettled(this.#readings);
  }

  /** Whether some output was not kept. */
  get lost(): boolean {
    return this.#log.lost;
  }

  /** What came since the last reading, or from an offset: also of a line that has not ended. */
  async read(offset: number | undefined, maxChars: number): Promise<LogPiece> {
    for (const cleaner of [this.#out, this.#errors]) await this.#take(cleaner.soFar());
    const piece = await this.#log.read(offset ?? this.#read, maxChars);
    this.#read = piece.next;
    return piece;
  }

  /** Resolves when there is output behind the offset, a line that has begun does not go on, the command has ended, or the signal aborts. */
  async waitFor(offset: number | undefined, signal: AbortSignal): Promise<void> {
    while (this.#state.type === 'running' && this.#log.size <= (offset ?? this.#read) && !signal.aborted) {
      const begun = this.#out.holds() || this.#errors.holds();
      const enough = begun ? AbortSignal.any([signal, AbortSignal.timeout(QUIET)]) : signal;
      const event = await once(this.#changes, 'change', { signal: enough }).catch(() => undefined);
      if (event === undefined) return;
    }
  }

  /** Settles when it has ended. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Whether it could write in the project. */
  get canWrite(): boolean {
    return this.#decision.type !== 'sandboxed' || this.#decision.policy.rootWritable;
  }

  /** With everything it started. Resolves when it is gone. */
  kill(by: 'call' | 'plan' = 'call'): Promise<void> {
    this.#killed ??= by;
    this.#process.kill();
    return this.#ended;
  }

  async #take(text: string): Promise<void> {
    if (text === '') return;
    this.#tail = (this.#tail + text).slice(-TAIL);
    await this.#log.write(text);
    this.#changes.emit('change');
  }

  /** Who waits hears of a line that has only begun, too. */
  #noting(cleaner: StreamCleaner): StreamCleaner {
    const take = (piece: string) => {
      const certain = cleaner.take(piece);
      this.#changes.emit('change');
      return certain;
    };
    return { ...cleaner, take };
  }

  async #follow({ sandbox, decision }: ToolContext): Promise<void> {
    const { stdout, stderr, exited } = this.#process;
    const take = (text: string) => this.#take(text);
    await Promise.all([drain(stdout, this.#out, take), drain(stderr, this.#errors, take)]);
    const [{ code }] = await Promise.all([exited, this.#log.end()]);
    this.removed = sandbox.settle(decision);
    const exitCode = this.#killed ? 0 : (code ?? 137);
    const killed = code === null && !this.#killed;
    this.denials = sandbox.explain(decision, failedCommand({ command: this.command, exitCode, output: this.#tail, killed }));
    this.#state = this.#killed ? { type: 'killed', by: this.#killed } : { type: 'ended', exitCode };
    this.#changes.emit('change');
  }
}

/** `running`, `exit_code 0` or `killed`. */
export function describeState({ state }: BackgroundJob): string {
  if (state.type === 'ended') return `exit_code ${state.exitCode}`;
  return state.type === 'killed' && state.by === 'plan' ? BY_PLAN : state.type;
}

const BY_PLAN = 'ended when plan mode began, since it could write; started again now it runs read-only';
