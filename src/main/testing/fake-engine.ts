import type { Engine, Ports, Project } from '../../core/engine.ts';
import type { ProjectInfo, Upward } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok } from '../../shared/result.ts';
import type { SessionSnapshot } from '../../shared/session-snapshot.ts';
import { reportUsage } from '../../shared/usage-report.ts';

export const MISSING: Problem = { code: 'folder_missing', message: 'There is no such folder.', hint: 'Pick another one.' };

export const SILENT: Ports['logger'] = { log: () => {} };

/** A project whose events the test sends, with nothing behind it. */
export class FakeProject implements Project {
  readonly path: string;
  readonly #demo: boolean;
  readonly #listeners = new Set<(upward: Upward) => void>();
  closed = false;
  problem: Problem | undefined;
  snapshot: () => Promise<SessionSnapshot> = () => Promise.reject(new Error('no snapshot was set'));

  constructor(path: string, demo = false) {
    this.path = path;
    this.#demo = demo;
  }

  info(): ProjectInfo {
    const sandbox = { state: 'active', writable: [this.path], network: 'off' } as const;
    const info = {
      path: this.path,
      name: this.path.split('/').at(-1) ?? '',
      git: true,
      demo: this.#demo,
      sandbox,
      defaultMode: 'build',
    } as const;
    return this.problem === undefined ? info : { ...info, problem: this.problem };
  }

  emit(upward: Upward): void {
    for (const listener of this.#listeners) listener(upward);
  }

  listen(listener: (upward: Upward) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  models: Project['models'] = {
    list: async () => [],
    listings: async () => ({ providers: [] }),
    refresh: async () => ok({ providers: [] }),
    refreshStale: async () => {},
    inspect: async () => err(MISSING),
    roles: () => ok([]),
    setFavourite: async () => ok(null),
    switchTo: async () => ok(null),
  };
  listSessions: Project['listSessions'] = async () => [];
  createSession: Project['createSession'] = async () => ok(await this.snapshot());
  openSession: Project['openSession'] = async () => ok(await this.snapshot());
  closeSession: Project['closeSession'] = async () => {};
  contextOf: Project['contextOf'] = async () => err(MISSING);
  prefix: Project['prefix'] = { report: async () => err(MISSING), pair: async () => err(MISSING) };
  command: Project['command'] = async () => ok(null);
  approvals: Project['approvals'] = {
    rules: async () => ok([]),
    remove: async () => ok(null),
    preview: async () => ({ asked: 0, matched: 0, denied: 0, examples: [] }),
    log: async () => [],
  };
  readDraft: Project['readDraft'] = async () => ({ text: '', attachments: [] });
  writeDraft: Project['writeDraft'] = async () => ok(null);
  attachments: Project['attachments'] = {
    addPicture: async () => err(MISSING),
    addPictureFile: async () => err(MISSING),
    findFiles: async () => ok({ paths: [], more: false }),
  };
  prompts: Project['prompts'] = {
    add: async () => {},
    history: async () => [],
    stash: async () => ok(1),
    unstash: async () => ok({ spoken: undefined, left: 0 }),
    stashed: async () => 0,
  };
  skills: Project['skills'] = { list: async () => ({ skills: [], untrusted: 0 }), read: async () => err(MISSING) };
  transcripts: Project['transcripts'] = {
    items: async () => err(MISSING),
    events: async () => err(MISSING),
    find: async () => err(MISSING),
    locate: async () => err(MISSING),
    edits: async () => err(MISSING),
    generations: async () => err(MISSING),
  };
  rewinds: Project['rewinds'] = {
    plan: async () => ok({ files: 'missing', changes: [], left: [] }),
    rewind: async () => ok(null),
    redo: async () => ok(null),
  };
  library: Project['library'] = {
    mark: async () => ok(null),
    close: async () => ok(null),
    trash: async () => ok(null),
    trashed: async () => [],
    restore: async () => ok(null),
    emptyTrash: async () => ok(0),
    clean: async () => err(MISSING),
    fork: async (id) => ok(id),
    search: async () => ok({ hits: [], more: false }),
    exportText: async () => ok(''),
    exportTo: async () => ok(null),
    importFrom: async () => err(MISSING),
  };

  async close(): Promise<void> {
    this.closed = true;
  }
}

/** Opens every folder but those whose name ends in `missing`. */
export class FakeEngine implements Engine {
  readonly opened: FakeProject[] = [];
  /** What every folder answers with, while it is set. */
  failure: Problem | undefined;

  readonly asked: unknown[] = [];
  openProject: Engine['openProject'] = async (path, options) => {
    this.asked.push([path, options]);
    const failure = path.endsWith('missing') ? MISSING : this.failure;
    return failure === undefined ? ok(this.#open(new FakeProject(path))) : err(failure);
  };
  openDemo: Engine['openDemo'] = async () => ok(this.#open(new FakeProject('/state/sample', true)));
  readonly trusted: unknown[] = [];
  trustProject: Engine['trustProject'] = async (path, decision) => {
    this.trusted.push([path, decision]);
    return this.failure === undefined ? ok(null) : err(this.failure);
  };
  recentProjects: Engine['recentProjects'] = async () => [];
  picture: Engine['picture'] = async () => undefined;
  quota: Engine['quota'] = async () => ok({ accounts: [], spending: { today: 0, lastHour: 0 } });
  usage: Engine['usage'] = async () => reportUsage([], 0);
  config: Engine['config'] = async () => ok({ settings: [], warnings: [] });
  keys: Engine['keys'] = {
    list: async () => ({ names: [] }),
    set: async () => ok(null),
    delete: async () => ok(true),
    move: async (provider) => ok(provider),
  };
  accounts: Engine['accounts'] = { list: async () => [], signIn: async () => err(MISSING), signOut: async () => ok(null) };
  settings: Engine['settings'] = { read: async () => err(MISSING), write: async () => err(MISSING), check: async () => err(MISSING) };
  doctor: Engine['doctor'] = async () => [];
  escapeSuite: Engine['escapeSuite'] = async () => ok([]);
  close: Engine['close'] = async () => {};

  #open(project: FakeProject): FakeProject {
    this.opened.push(project);
    return project;
  }
}
