import { basename } from 'node:path';
import type { Spoken } from '../../shared/attachments.ts';
import type { Command } from '../../shared/commands.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { ProjectInfo, SessionSnapshot, Upward } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import type { UntrustedConfig } from '../../shared/project-trust.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { Config } from '../config/schema.ts';
import type { Checkpoints } from '../git/checkpoints.ts';
import type { Repository } from '../git/repository.ts';
import type { Ports } from '../lib/ports.ts';
import type { Scope } from '../lib/scope.ts';
import type { SkillCatalog } from '../prompt/skills/skill-catalog.ts';
import { changedSince, readStaticContext } from '../prompt/static-context.ts';
import type { Discovery } from '../providers/listing/discovery.ts';
import type { Models } from '../providers/models.ts';
import type { ModelInfo } from '../providers/provider.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { historyOf } from '../session/history.ts';
import type { SessionDeps } from '../session/session.ts';
import type { ModelUses } from '../store/model-uses.ts';
import { createPromptShelf, type PromptShelf } from '../store/prompt-shelf.ts';
import type { SessionStore } from '../store/session-log.ts';
import { createToolSet } from '../tools/executor.ts';
import type { HostQuestions } from '../tools/host-questions.ts';
import type { NewSession, OpenProjectOptions, Project, ProjectApprovals, ProjectSkills } from './api.ts';
import { artifactFolder } from './attach.ts';
import { ProjectAttachments } from './attachments.ts';
import { needsFolder } from './folder.ts';
import type { SessionLibrary } from './library-api.ts';
import { LiveSessions, type SessionStart } from './live-sessions.ts';
import { checkpointsOf, openCheckpoints } from './open-checkpoints.ts';
import { createProjectModels, type ProjectModels } from './project-models.ts';
import { createRewinds, type Rewinds } from './rewinds.ts';
import { createSessionLibrary } from './session-library.ts';
import { sessionModels } from './session-models.ts';
import { changesList } from './session-summary.ts';
import { skillsOfCommand } from './skills-of-command.ts';
import type { UsageLedger } from './usage-ledger.ts';

/** What a project is made of, built by `openProject`. */
export interface ProjectParts {
  readonly path: string;
  readonly demo: boolean;
  readonly ports: Ports;
  readonly store: SessionStore;
  readonly config: Config;
  readonly sandbox: Sandbox;
  readonly hosts: HostQuestions;
  readonly models: Models;
  readonly discovery: Discovery;
  readonly uses: ModelUses;
  readonly usage: UsageLedger;
  readonly approvals: Approvals;
  readonly repository: Repository;
  readonly skills: SkillCatalog;
  /** Why turns cannot run here, such as an invalid configuration. */
  readonly problem: Problem | undefined;
  readonly untrusted: UntrustedConfig | undefined;
  readonly options: OpenProjectOptions;
  /** Its end is the end of the project. */
  readonly scope: Scope;
}

/** See `Project`. */
export class OpenedProject implements Project {
  readonly #parts: ProjectParts;
  readonly #listeners = new Set<(upward: Upward) => void>();
  readonly #sessions: LiveSessions;
  readonly library: SessionLibrary;
  readonly prompts: PromptShelf;
  readonly rewinds: Rewinds;
  readonly attachments: ProjectAttachments;
  readonly models: ProjectModels;
  readonly #checkpoints: Checkpoints | undefined;
  #branch: string | undefined;

  constructor(parts: ProjectParts) {
    this.#parts = parts;
    this.#branch = parts.repository.branch;
    const { path, store, ports } = parts;
    this.#sessions = new LiveSessions({
      project: path,
      store,
      clock: ports.clock,
      ids: ports.ids,
      resume: parts.options.window ?? false,
      depsFor: (id, start) => this.#sessionDeps(id, start),
      show: (envelope) => {
        this.#tell({ type: 'events', events: [envelope] });
        if (changesList(envelope.event)) this.#tell({ type: 'sessions', sessions: this.#sessions.summaries() });
      },
    });
    this.prompts = createPromptShelf(ports, path);
    this.attachments = new ProjectAttachments({ path, ports, store, paths: parts.config.paths, modelOf: (id) => this.#modelOf(id) });
    this.#checkpoints = openCheckpoints(parts);
    this.rewinds = createRewinds({ live: this.#sessions, checkpoints: this.#checkpoints });
    const changed = async () => this.#tell({ type: 'sessions', sessions: await this.#sessions.list() });
    const kept = { checkpoints: this.#checkpoints, rules: parts.config.retention };
    this.library = createSessionLibrary({ project: path, ports, store, live: this.#sessions, changed, scope: parts.scope, ...kept });
    this.models = createProjectModels({ ...parts, chosen: parts.options.model, changed: () => void this.#tellModels() });
    parts.scope.add(() => this.#sessions.closeAll());
  }

  get path(): string {
    return this.#parts.path;
  }

  get skills(): ProjectSkills {
    return this.#parts.skills;
  }

  get approvals(): ProjectApprovals {
    return this.#parts.approvals;
  }

  info(): ProjectInfo {
    const { path, demo, repository, sandbox, config, untrusted } = this.#parts;
    const problem = this.#problem();
    return {
      path,
      name: basename(path) || path,
      git: repository.git,
      demo,
      sandbox: sandbox.state(),
      defaultMode: config.modes.default,
      ...(this.#branch === undefined ? {} : { branch: this.#branch }),
      ...(problem ? { problem } : {}),
      ...(untrusted ? { untrusted } : {}),
    };
  }

  listSessions(): Promise<readonly SessionSummary[]> {
    return this.#sessions.list();
  }

  async createSession({ model, mode = this.#parts.config.modes.default }: NewSession): Promise<Result<SessionSnapshot, Problem>> {
    const chosen = this.#model(model);
    if (chosen.ok && model !== undefined) {
      const fits = await this.models.switchTo(model);
      if (!fits.ok) return fits;
    }
    return chosen.ok ? this.#sessions.create({ model: chosen.value, mode }) : chosen;
  }

  openSession(id: SessionId): Promise<Result<SessionSnapshot, Problem>> {
    return this.#sessions.open(id);
  }

  closeSession(id: SessionId): Promise<void> {
    return this.#sessions.close(id);
  }

  contextOf(id: SessionId): ReturnType<Project['contextOf']> {
    return this.#sessions.contextOf(id);
  }

  async command(command: Command): Promise<Result<null, Problem>> {
    const gone = await needsFolder(command, this.path);
    const refused = gone ?? (command.type === 'prompt' ? await this.attachments.refusal(command) : undefined);
    if (refused) return err(refused);
    const fits = command.type === 'session.model' ? await this.models.switchTo(command.model) : ok(null);
    if (!fits.ok) return fits;
    const given = await skillsOfCommand(command, this.#parts.skills);
    if (!given.ok) return given;
    const taken = await this.#sessions.command(command, given.value);
    if (taken.ok && command.type === 'prompt') void this.prompts.add(command.text);
    return taken;
  }

  readDraft(id: SessionId): Promise<Spoken> {
    return this.#parts.store.readDraft(this.path, id);
  }

  writeDraft(id: SessionId, draft: Spoken): Promise<Result<null, Problem>> {
    return this.#parts.store.writeDraft(this.path, id, draft);
  }

  listen(listener: (upward: Upward) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly close = (): Promise<void> => this.#parts.scope.close();

  /** What the watcher of the repository reports. */
  branchChanged(branch: string | undefined): void {
    if (branch === this.#branch) return;
    this.#branch = branch;
    this.#tell({ type: 'project', project: this.info() });
  }

  /** The sandbox's probe is done. */
  sandboxSettled(): void {
    this.#tell({ type: 'project', project: this.info() });
  }

  #problem(): Problem | undefined {
    if (this.#parts.problem) return this.#parts.problem;
    const model = this.#model(undefined);
    return model.ok ? undefined : model.error;
  }

  /** The reference a new session starts with. */
  #model(wanted: string | undefined): Result<string, Problem> {
    const { models, options, problem } = this.#parts;
    if (problem) return err(problem);
    const ref = wanted ?? options.model;
    const resolved = ref === undefined ? models.defaultRef() : ok(ref);
    if (!resolved.ok) return resolved;
    const usable = models.check(resolved.value);
    return usable.ok ? resolved : usable;
  }

  #sessionDeps(id: SessionId, start: SessionStart | undefined): Omit<SessionDeps, 'log' | 'show'> {
    const { path, ports, config, options, problem } = this.#parts;
    const { limits } = config;
    return {
      begin: { project: path, model: start?.model ?? '', mode: start?.mode ?? config.modes.default },
      clock: ports.clock,
      ids: ports.ids,
      logger: ports.logger,
      limits: { rounds: limits.max_turns, tokens: limits.max_tokens, parallelTools: limits.max_parallel_tools },
      ...sessionModels({ ...this.#parts, problem, pictured: (model) => this.attachments.pictured(model) }, id),
      context: () => this.#staticContext(),
      changedSources: async (sources, skills) =>
        new Set([...(await changedSince(sources)), ...(await this.#parts.skills.changedSince(skills))]),
      tools: (...use) => this.#tools(id, ...use),
      attach: (mode, spoken) => this.attachments.attach(id, mode, spoken),
      approvals: options.approvals ?? 'person',
      book: { ...this.#parts.approvals, home: ports.environment.home },
      approvalTimeout: config.approvals.timeout,
      checkpoints: this.#checkpoints && checkpointsOf(this.#checkpoints, id),
    };
  }

  async #modelOf(session: SessionId): Promise<ModelInfo | undefined> {
    const opened = await this.#sessions.session(session);
    const model = opened.ok ? await this.#parts.models.resolve(opened.value.model) : opened;
    return model.ok ? model.value.info : undefined;
  }

  async #staticContext(): ReturnType<SessionDeps['context']> {
    const { path, ports, sandbox, config } = this.#parts;
    const style = config.cave_human ? 'terse' : 'plain';
    const about = {
      project: path,
      now: ports.clock.now(),
      sandbox: await sandbox.ready(),
      style,
      settings: config.project_context,
    } as const;
    const context = await readStaticContext({ config: ports.paths.config, ...about });
    return context.ok ? ok({ ...context.value, terse: config.cave_human }) : context;
  }

  #tools(session: SessionId, ...[mode, kept, model]: Parameters<SessionDeps['tools']>): ReturnType<SessionDeps['tools']> {
    const { path, ports, config, sandbox, hosts, options } = this.#parts;
    return createToolSet({
      session,
      root: path,
      mode,
      limits: config.limits,
      paths: config.paths,
      sandbox,
      hosts,
      processes: ports.processes,
      environment: ports.environment,
      state: ports.paths,
      artifacts: artifactFolder(path, session),
      observed: this.attachments.observed(session),
      keepPicture: this.attachments.keep,
      history: () => historyOf(kept()),
      settings: config,
      fetch: ports.fetch,
      model,
      canDisplay: options.window ?? false,
    });
  }

  async #tellModels(): Promise<void> {
    this.#tell({ type: 'models', models: await this.models.list() });
  }

  #tell(upward: Upward): void {
    for (const listener of this.#listeners) listener(upward);
  }
}
