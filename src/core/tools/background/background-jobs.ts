import { EventEmitter, once } from 'node:events';
import { errnoOf } from '../../lib/errno.ts';
import type { ManagedProcess } from '../../lib/ports.ts';
import { SHELL } from '../command-run.ts';
import { drain } from '../drain.ts';
import type { ToolContext } from '../tool.ts';
import { type JobLog, type LogPiece, openJobLog } from './job-log.ts';

const MAX_RUNNING = 16;

export type JobState =
  | { readonly type: 'running' }
  | { readonly type: 'ended'; readonly exitCode: number }
  /** By `bash_kill`. */
  | { readonly type: 'killed' };

/** One command that outlives its call. */
export class BackgroundJob {
  readonly id: string;
  readonly command: string;
  readonly #log: JobLog;
  readonly #process: ManagedProcess;
  readonly #changes = new EventEmitter();
  readonly #ended: Promise<void>;
  #state: JobState = { type: 'running' };
  #killed = false;
  /** Where the next reading without an offset begins. */
  #read = 0;
  /** Absolute paths that the command left behind and must not have. */
  removed: readonly string[] = [];

  constructor(
    parts: { readonly id: string; readonly command: string; readonly log: JobLog; readonly process: ManagedProcess },
    context: ToolContext,
  ) {
    this.id = parts.id;
    this.command = parts.command;
    this.#log = parts.log;
    this.#process = parts.process;
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

  /** With everything it started. Resolves when it is gone. */
  kill(): Promise<void> {
    this.#killed = true;
    this.#process.kill();
    return this.#ended;
  }

  async #follow({ hygiene, sandbox, decision }: ToolContext): Promise<void> {
    const { stdout, stderr, exited } = this.#process;
    const take = async (text: string) => {
      await this.#log.write(text);
      this.#changes.emit('change');
    };
    await Promise.all([drain(stdout, hygiene.stream(), take), drain(stderr, hygiene.stream(), take)]);
    const [{ code }] = await Promise.all([exited, this.#log.end()]);
    this.removed = sandbox.settle(decision);
    this.#state = this.#killed ? { type: 'killed' } : { type: 'ended', exitCode: code ?? 137 };
    this.#changes.emit('change');
  }
}

/** The background commands of one session. They end with it: the session owns their processes. */
export class BackgroundJobs {
  readonly #jobs = new Map<string, BackgroundJob>();

  get ids(): readonly string[] {
    return [...this.#jobs.keys()];
  }

  find(id: string): BackgroundJob | undefined {
    return this.#jobs.get(id);
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
      return job;
    } catch (failure) {
      const errno = errnoOf(failure);
      if (errno === undefined) throw failure;
      return `The command could not be started (${errno}).`;
    }
  }
}
