import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import type { Applied, AppliedSource } from './applied-settings.ts';

export interface ProjectSettingsOptions {
  readonly source: AppliedSource;
  readonly applied: Applied;
  /** What is said of the project is no longer what it was. */
  readonly changed: () => void;
  /** The files were read again, whether or not something counts differently. */
  readonly read: () => void;
}

/** What counts in a project at the moment. It is replaced as a whole, so whoever took it keeps something that fits together. */
export class ProjectSettings {
  readonly #options: ProjectSettingsOptions;
  readonly #reloads = new SerialQueue();
  #now: Applied;

  constructor(options: ProjectSettingsOptions) {
    this.#options = options;
    this.#now = options.applied;
    void this.#sandboxSettled();
  }

  get now(): Applied {
    return this.#now;
  }

  /** Reads the files again. What changed counts from each session's next turn on. */
  reload(): Promise<void> {
    return this.#reloads.run(async () => {
      const before = this.#now;
      this.#now = await this.#options.source.read(before);
      this.#options.read();
      if (this.#now === before) return;
      this.#options.changed();
      if (this.#now.sandbox !== before.sandbox) void this.#sandboxSettled();
    });
  }

  /** The reference a new session starts with. */
  modelFor(wanted: string | undefined): Result<string, Problem> {
    const { models, problem, startModel } = this.#now;
    if (problem) return err(problem);
    const ref = wanted ?? startModel;
    const resolved = ref === undefined ? models.defaultRef() : ok(ref);
    if (!resolved.ok) return resolved;
    const usable = models.check(resolved.value);
    return usable.ok ? resolved : usable;
  }

  /** Why turns cannot run here. */
  get problem(): Problem | undefined {
    const model = this.modelFor(undefined);
    return model.ok ? undefined : model.error;
  }

  async #sandboxSettled(): Promise<void> {
    await this.#now.sandbox.ready();
    this.#options.changed();
  }
}
