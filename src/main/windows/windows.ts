import { realpath } from 'node:fs/promises';
import type { Engine, Ports, Project } from '../../core/engine.ts';
import type { ProjectInfo, Upward } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import type { TrustDecision } from '../../shared/project-trust.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Launch } from '../boot/launch.ts';
import { ProjectWindow, type Start } from './project-window.ts';
import type { ShownWindow } from './shown-window.ts';

type Opened = Result<Project, Problem>;

export interface WindowsOptions {
  readonly engine: Engine;
  /** Folder of the bundled resources. */
  readonly resources: string;
  readonly clock: Ports['clock'];
  readonly logger: Ports['logger'];
  /** Puts a window on the screen; `key` is what its place is remembered by. */
  readonly show: (key: string) => ShownWindow;
}

/** Every window, one per project; a window without project is the welcome screen. */
export class Windows {
  readonly #options: WindowsOptions;
  readonly #all = new Map<number, ProjectWindow>();

  constructor(options: WindowsOptions) {
    this.#options = options;
  }

  /** The window whose page this is. */
  of(contents: number): ProjectWindow | undefined {
    return this.#all.get(contents);
  }

  broadcast(upward: Upward): void {
    for (const window of this.#all.values()) window.push(upward);
  }

  /** A start of the app: shows what it asks for, or comes forward. What cannot be opened is said in the new window. */
  launch({ folder, demo, ...chosen }: Launch): ProjectWindow {
    const there = folder === undefined ? undefined : this.#showing(folder);
    if (there) return forward(there);
    if (demo) return this.#launch(this.#add(''), () => this.#openDemo());
    if (folder !== undefined) return this.#launch(this.#add(folder, { folder, ...chosen }), (window) => this.#openFolder(folder, window));
    const last = [...this.#all.values()].at(-1);
    return last ? forward(last) : this.#add('');
  }

  /**
   * In the asking window when it is empty, else in a window of its own; a project that is open comes forward. One that has a problem and is
   * asked for by its own window is opened anew, since its person may have put it right.
   */
  async open(path: string, from: ProjectWindow): Promise<Result<ProjectInfo, Problem>> {
    const real = await realpath(path).catch(() => path);
    const there = this.#showing(real);
    const shown = there?.project?.info();
    if (there === from && shown?.problem) return from.renew(shown.demo ? this.#openDemo() : this.#openFolder(real, from));
    return there ? infoOf(forward(there)) : this.#open(from, (window) => this.#openFolder(real, window));
  }

  openDemo(from: ProjectWindow): Promise<Result<ProjectInfo, Problem>> {
    const there = [...this.#all.values()].find((window) => window.project?.info().demo);
    return there ? infoOf(forward(there)) : this.#open(from, () => this.#openDemo());
  }

  /** Opens the window's project anew with its own settings. */
  async trust(decision: TrustDecision, window: ProjectWindow): Promise<Result<ProjectInfo, Problem>> {
    const path = window.project?.path;
    if (path === undefined)
      return err({ code: 'bad_request', message: 'No project is open in this window.', hint: 'Open a folder first.' });
    const kept = await this.#options.engine.trustProject(path, decision);
    return kept.ok ? window.renew(this.#openFolder(path, window)) : kept;
  }

  /** `open` is told the window, when that is there already. */
  async #open(from: ProjectWindow, open: (window?: ProjectWindow) => Promise<Opened>): Promise<Result<ProjectInfo, Problem>> {
    if (from.empty) return from.fill(open(from));
    const opened = await open();
    return opened.ok ? this.#add(opened.value.path).fill(Promise.resolve(opened)) : opened;
  }

  #launch(window: ProjectWindow, open: (window: ProjectWindow) => Promise<Opened>): ProjectWindow {
    void window.fill(open(window));
    return window;
  }

  #add(key: string, start?: Start): ProjectWindow {
    const { show, clock, logger } = this.#options;
    const shown = show(key);
    const window = new ProjectWindow(shown, { clock, logger, start });
    this.#all.set(shown.contents, window);
    shown.onClosed(() => this.#all.delete(shown.contents));
    return window;
  }

  #showing(path: string): ProjectWindow | undefined {
    return [...this.#all.values()].find((window) => window.project?.path === path);
  }

  #openFolder(path: string, window: ProjectWindow | undefined): Promise<Opened> {
    return this.#options.engine.openProject(path, { ...window?.chosenFor(path), window: true });
  }

  #openDemo(): Promise<Opened> {
    return this.#options.engine.openDemo({ resources: this.#options.resources, fresh: false, window: true });
  }
}

function forward(window: ProjectWindow): ProjectWindow {
  window.focus();
  return window;
}

async function infoOf(window: ProjectWindow): Promise<Result<ProjectInfo, Problem>> {
  const current = await window.current();
  if (!current.ok) return current;
  if (current.value === null) throw new Error('a window that shows a project has none');
  return ok(current.value);
}
