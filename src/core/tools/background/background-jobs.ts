import { EventEmitter, once } from 'node:events';
import type { Mode } from '../../../shared/session.ts';
import { errnoOf } from '../../lib/errno.ts';
import type { ManagedProcess } from '../../lib/ports.ts';
import { type SandboxDecision, SHELL } from '../../sandbox/sandbox.ts';
import { failedCommand } from '../command-run.ts';
import { drain } from '../drain.ts';
import type { ToolContext } from '../tool.ts';
import { type JobLog, type LogPiece, openJobLog } from './job-log.ts';

const MAX_RUNNING = 16;
/** Of the output, how much of the end is looked at for what the sandbox held back. */
const TAIL = 16_384;

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
  readonly #ended: Promise<void>;
  #state: JobState = { type: 'running' };
  readonly #decision: SandboxDecision;
  #killed: 'call' | 'plan' | undefined;
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
    this.#ended = this.#follow(context);
  }

  get state(): JobState {
    return this.#state;
  }

  get path(): string {
    return this.#log.path;
  }

  /** Whether some output was not kept. */
  get lost(): boolean {
    return this.#log.lost;
  }

  /** What came since the last reading, or from an offset. */
  async read(offset: number | undefined, maxChars: number): Promise<LogPiece> {
    const piece = await this.#log.read(offset ?? this.#read, maxChars);
    this.#read = piece.next;
    return piece;
  }

  /** Resolves when there is output behind the offset, the command has ended, or the signal aborts. */
  async waitFor(offset: number | undefined, signal: AbortSignal): Promise<void> {
    while (this.#state.type === 'running' && this.#log.size <= (offset ?? this.#read) && !signal.aborted) {
      await once(this.#changes, 'change', { signal }).catch(() => undefined);
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

  async #follow({ hygiene, sandbox, decision }: ToolContext): Promise<void> {
    const { stdout, stderr, exited } = this.#process;
    const take = async (text: string) => {
      this.#tail = (this.#tail + text).slice(-TAIL);
      await this.#log.write(text);
      this.#changes.emit('change');
    };
    await Promise.all([drain(stdout, hygiene.stream(), take), drain(stderr, hygiene.stream(), take)]);
    const [{ code }] = await Promise.all([exited, this.#log.end()]);
    this.removed = sandbox.settle(decision);
    const exitCode = this.#killed ? 0 : (code ?? 137);
    this.denials = sandbox.explain(decision, failedCommand({ command: this.command, exitCode, output: this.#tail }));
    this.#state = this.#killed ? { type: 'killed', by: this.#killed } : { type: 'ended', exitCode };
    this.#changes.emit('change');
  }
}

/** The background commands of one session. They end with it: the session owns their processes. */
export class BackgroundJobs {
  readonly #jobs = new Map<string, BackgroundJob>();
  #plan = false;

  get ids(): readonly string[] {
    return [...this.#jobs.keys()];
  }

  find(id: string): BackgroundJob | undefined {
    return this.#jobs.get(id);
  }

  /** Plan mode writes nothing: what was started with the right to write ends. Gives the ids of those that were running. */
  enter(mode: Mode): readonly string[] {
    this.#plan = mode === 'plan';
    if (!this.#plan) return [];
    const writers = [...this.#jobs.values()].filter((job) => job.state.type === 'running' && job.canWrite);
    for (const job of writers) void job.kill('plan');
    return writers.map(({ id }) => id);
  }

  /** Starts a command under the call's sandbox decision, or says why it cannot. */
  async start(context: ToolContext, { command, cwd }: { readonly command: string; readonly cwd: string }): Promise<BackgroundJob | string> {
    const running = [...this.#jobs.values()].filter((job) => job.state.type === 'running');
    if (running.length >= MAX_RUNNING) return `${MAX_RUNNING} background commands run already; end one with bash_kill first.`;
    const { sandbox, decision, processes, session, artifacts } = context;
    try {
      const { id, log } = await openJobLog(artifacts);
      const spec = sandbox.wrap(decision, { argv: [...SHELL, command], cwd, owner: session, label: `bash ${id}` });
      const process = await processes.spawn(spec).catch(async (failure: unknown) => {
        await log.end();
        throw failure;
      });
      const job = new BackgroundJob({ id, command, log, process }, context);
      this.#jobs.set(id, job);
      context.goesOn(job.ended);
      // The mode may have changed since the call's decision; one that a person allowed in plan mode has no sandbox to keep it from writing.
      if (this.#plan && decision.type === 'sandboxed' && job.canWrite) void job.kill('plan');
      return job;
    } catch (failure) {
      const errno = errnoOf(failure);
      if (errno === undefined) throw failure;
      return `The command could not be started (${errno}).`;
    }
  }
}
