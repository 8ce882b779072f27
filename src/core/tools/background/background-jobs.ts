import type { Mode } from '../../../shared/session.ts';
import { errnoOf } from '../../lib/errno.ts';
import { SHELL } from '../../sandbox/sandbox.ts';
import { makeRoom } from '../artifact-folder.ts';
import type { ToolContext } from '../tool.ts';
import { BackgroundJob } from './background-job.ts';
import { completionOf, workOf } from './job-end.ts';
import { openJobLog } from './job-log.ts';

const MAX_RUNNING = 16;
/** Of the logs of one session; the oldest of commands that have ended are emptied first. */
const LOG_BYTES = 1024 * 1024 * 1024;

export interface StartedCommand {
  readonly command: string;
  readonly cwd: string;
  /** Whether the session waits for its end. */
  readonly awaited: boolean;
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
  async start(context: ToolContext, { command, cwd, awaited }: StartedCommand): Promise<BackgroundJob | string> {
    const running = [...this.#jobs.values()].filter((job) => job.state.type === 'running');
    if (running.length >= MAX_RUNNING) return `${MAX_RUNNING} background commands run already; end one with bash_kill first.`;
    const { sandbox, decision, processes, session, artifacts } = context;
    try {
      const busy = new Set(running.map((job) => `${job.id}.txt`));
      await makeRoom(artifacts, { bytes: LOG_BYTES, of: (name) => name.startsWith('bg_') && !busy.has(name), keepsNames: true });
      const { id, log } = await openJobLog(artifacts);
      const spec = sandbox.wrap(decision, { argv: [...SHELL, command], cwd, owner: session, label: `bash ${id}` });
      const process = await processes.spawn(spec).catch(async (failure: unknown) => {
        await log.end();
        throw failure;
      });
      const job = new BackgroundJob({ id, command, log, process }, context);
      this.#jobs.set(id, job);
      context.goesOn(job.ended);
      context.side.begin(workOf(job, awaited, context));
      void this.#report(job, context);
      // The mode may have changed since the call's decision; one that a person allowed in plan mode has no sandbox to keep it from writing.
      if (this.#plan && decision.type === 'sandboxed' && job.canWrite) void job.kill('plan');
      return job;
    } catch (failure) {
      const errno = errnoOf(failure);
      if (errno === undefined) throw failure;
      return `The command could not be started (${errno}).`;
    }
  }

  async #report(job: BackgroundJob, context: ToolContext): Promise<void> {
    await job.settled();
    if (job.known) context.side.known(job.id);
    else context.side.end(completionOf(job, context));
  }
}
