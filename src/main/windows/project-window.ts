import type { Ports, Project } from '../../core/engine.ts';
import type { ProjectInfo, Upward } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Launch } from '../boot/launch.ts';
import { EventBatch } from '../ipc/event-batch.ts';
import type { ShownWindow } from './shown-window.ts';

type Opened = Result<Project, Problem>;

/** What the start of the app that made a window chose for one folder. */
export interface Start extends Pick<Launch, 'model' | 'profile'> {
  readonly folder: string;
}

export interface ProjectWindowOptions extends Pick<Ports, 'clock' | 'logger'> {
  readonly start: Start | undefined;
}

/** One window and the project in it. The project closes with the window. */
export class ProjectWindow {
  readonly #shown: ShownWindow;
  readonly #logger: Ports['logger'];
  readonly #batch: EventBatch;
  readonly #start: Start | undefined;
  #opening: Promise<Opened> | undefined;
  #project: Project | undefined;
  #busy = false;
  #closed = false;

  constructor(shown: ShownWindow, { clock, logger, start }: ProjectWindowOptions) {
    this.#shown = shown;
    this.#logger = logger;
    this.#start = start;
    this.#batch = new EventBatch({ clock, send: (batch) => shown.send(batch) });
    shown.onClosed(() => this.#close());
  }

  get project(): Project | undefined {
    return this.#project;
  }

  /** Neither a project nor one on its way. */
  get empty(): boolean {
    return !this.#project && !this.#busy;
  }

  /** Holds as long as the window does, however often it opens that folder. */
  chosenFor(folder: string): Pick<Start, 'model' | 'profile'> {
    if (this.#start?.folder !== folder) return {};
    const { model, profile } = this.#start;
    return { model, profile };
  }

  focus(): void {
    this.#shown.focus();
  }

  push(upward: Upward): void {
    this.#batch.push(upward);
  }

  /** Waits for a project that is being opened. One that could not be opened stays as the answer until another is. */
  async current(): Promise<Result<ProjectInfo | null, Problem>> {
    const opened = await this.#opening;
    if (!opened) return ok(null);
    return opened.ok ? ok(opened.value.info()) : opened;
  }

  async fill(opening: Promise<Opened>): Promise<Result<ProjectInfo, Problem>> {
    this.#busy = true;
    this.#opening = opening;
    try {
      const opened = await opening;
      if (!opened.ok) return opened;
      await this.#take(opened.value);
      return ok(opened.value.info());
    } finally {
      this.#busy = false;
    }
  }

  /** Puts a project in the place of the one that is here, which closes. When the new one cannot be opened the old one stays. */
  async renew(opening: Promise<Opened>): Promise<Result<ProjectInfo, Problem>> {
    const opened = await opening;
    if (!opened.ok) return opened;
    await this.#project?.close();
    this.#opening = opening;
    await this.#take(opened.value);
    return ok(opened.value.info());
  }

  /** For answers that hold a snapshot: everything before it is sent first, and no joined event spans it. */
  exact<T>(answer: () => Promise<T>): Promise<T> {
    return this.#batch.exact(answer);
  }

  async #take(project: Project): Promise<void> {
    if (this.#closed) return project.close();
    this.#project = project;
    this.#shown.setKey(project.path);
    this.#shown.setTitle(`${project.info().name} – Steiner`);
    const stop = project.listen((upward) => this.#batch.push(upward));
    this.#shown.onClosed(stop);
  }

  #close(): void {
    this.#closed = true;
    this.#batch.close();
    this.#project
      ?.close()
      .catch((error: unknown) => this.#logger.log('error', 'a project did not close cleanly', { error: String(error) }));
  }
}
