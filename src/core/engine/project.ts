import { basename } from 'node:path';
import type { Spoken } from '../../shared/attachments.ts';
import type { Command } from '../../shared/commands.ts';
import { type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import type { ProjectInfo, SessionSnapshot, Upward } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { Checkpoints } from '../git/checkpoints.ts';
import type { Repository } from '../git/repository.ts';
import type { Ports } from '../lib/ports.ts';
import type { Scope } from '../lib/scope.ts';
import type { SkillCatalog } from '../prompt/skills/skill-catalog.ts';
import { changedSince } from '../prompt/static-context.ts';
import type { ModelInfo } from '../providers/provider.ts';
import { historyOf } from '../session/history.ts';
import type { SessionDeps } from '../session/session.ts';
import type { ModelUses } from '../store/model-uses.ts';
import { createPromptShelf, type PromptShelf } from '../store/prompt-shelf.ts';
import type { SessionStore } from '../store/session-log.ts';
import type { ToolSetOptions } from '../tools/executor.ts';
import type { HostQuestions } from '../tools/host-questions.ts';
import type { NewSession, OpenProjectOptions, Project, ProjectApprovals, ProjectSkills } from './api.ts';
import type { Applied, AppliedSource } from './applied-settings.ts';
import { artifactFolder } from './attach.ts';
import { ProjectAttachments } from './attachments.ts';
import { Children, type ToolUse } from './children.ts';
import { needsFolder } from './folder.ts';
import type { SessionLibrary } from './library-api.ts';
import { LiveSessions } from './live-sessions.ts';
import { checkpointsOf, openCheckpoints } from './open-checkpoints.ts';
import { createSessionPrefix, type SessionPrefix } from './prefix/session-prefix.ts';
import { createProjectModels, type ProjectModels } from './project-models.ts';
import { ProjectSettings } from './project-settings.ts';
import type { RequestRecords } from './request-records.ts';
import { createRewinds, type Rewinds } from './rewinds.ts';
import { sessionContext } from './session-context.ts';
import { createSessionLibrary } from './session-library.ts';
import { sessionModels } from './session-models.ts';
import { livePaths, SessionSettings } from './session-settings.ts';
import { beginningOf, type ChildOrigin, type ChildStart, type SessionStart } from './session-start.ts';
import { changesList } from './session-summary.ts';
import { skillsOfCommand } from './skills-of-command.ts';
import { createTranscripts, type Transcripts } from './transcripts.ts';
import type { UsageLedger } from './usage-ledger.ts';

/** What a project is made of, built by `openProject`. */
export interface ProjectParts {
  readonly path: string;
  readonly demo: boolean;
  readonly ports: Ports;
  readonly store: SessionStore;
  readonly hosts: HostQuestions;
  readonly uses: ModelUses;
  readonly applied: Applied;
  readonly source: AppliedSource;
  readonly usage: UsageLedger;
  readonly requests: RequestRecords;
  readonly approvals: Approvals;
  readonly repository: Repository;
  readonly skills: SkillCatalog;
  readonly options: OpenProjectOptions;
  /** Its end is the end of the project. */
  readonly scope: Scope;
}

/** See `Project`. */
export class OpenedProject implements Project {
  readonly #parts: ProjectParts;
  readonly #listeners = new Set<(upward: Upward) => void>();
  readonly #sessions: LiveSessions;
  readonly #children: Children;
  readonly library: SessionLibrary;
  readonly prompts: PromptShelf;
  readonly rewinds: Rewinds;
  readonly transcripts: Transcripts;
  readonly attachments: ProjectAttachments;
  readonly models: ProjectModels;
  readonly prefix: SessionPrefix;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #settings: ProjectSettings;
  #branch: string | undefined;

  constructor(parts: ProjectParts) {
    this.#parts = parts;
    this.#settings = new ProjectSettings({
      ...parts,
      changed: () => this.#tell({ type: 'project', project: this.info() }),
      read: () => this.#tell({ type: 'settings' }),
    });
    this.#branch = parts.repository.branch;
    const { path, store, ports } = parts;
    this.#sessions = new LiveSessions({
      project: path,
      store,
      clock: ports.clock,
      ids: ports.ids,
      resume: parts.options.window ?? false,
      goesOn: () => this.#settings.now.config.limits.resume_at_reset,
      depsFor: (id, origin, start) => this.#children.deps(this.#sessionDeps(id, origin, start), origin),
      lost: (log) => this.#children.lost(log),
      closing: (id) => this.#children.close(id),
      show: (envelope) => {
        this.#tell({ type: 'events', events: [envelope] });
        this.#children.see(sessionIdSchema.parse(envelope.session), envelope.event);
        if (changesList(envelope.event)) this.#tell({ type: 'sessions', sessions: this.#sessions.summaries() });
      },
    });
    this.#children = new Children({
      ...{ path, store, ports },
      live: () => this.#sessions,
      now: () => this.#settings.now,
      profile: parts.options.profile ?? 'default',
      blocking: !parts.options.window,
    });
    this.prompts = createPromptShelf(ports, path);
    this.attachments = new ProjectAttachments({
      path,
      ports,
      store,
      paths: livePaths(() => this.#settings.now.config.paths),
      modelOf: (id) => this.#modelOf(id),
    });
    this.#checkpoints = openCheckpoints(parts);
    this.transcripts = createTranscripts(this.#sessions);
    this.rewinds = createRewinds({ live: this.#sessions, checkpoints: this.#checkpoints });
    const changed = async () => this.#tell({ type: 'sessions', sessions: await this.#sessions.list() });
    const kept = { checkpoints: this.#checkpoints, rules: parts.applied.config.retention };
    this.library = createSessionLibrary({ project: path, ports, store, live: this.#sessions, changed, scope: parts.scope, ...kept });
    this.prefix = createSessionPrefix({ ...parts, project: path, live: this.#sessions });
    this.models = createProjectModels({ ...parts, now: () => this.#settings.now, changed: () => void this.#tellModels() });
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
    const { path, demo, repository } = this.#parts;
    const { sandbox, config, untrusted } = this.#settings.now;
    const { problem } = this.#settings;
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

  async createSession({ model, mode = this.#settings.now.config.modes.default }: NewSession): Promise<Result<SessionSnapshot, Problem>> {
    const chosen = this.#settings.modelFor(model);
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

  async command(asked: Command): Promise<Result<null, Problem>> {
    const command = this.#children.command(asked, this.#sessions.originOf(asked.session));
    if ('ok' in command) return command;
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

  readDraft(id: SessionId | null): Promise<Spoken> {
    return this.#parts.store.readDraft(this.path, id);
  }

  writeDraft(id: SessionId | null, draft: Spoken): Promise<Result<null, Problem>> {
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

  reload(): Promise<void> {
    return this.#settings.reload();
  }

  #sessionDeps(
    id: SessionId,
    origin: ChildOrigin | undefined,
    start: SessionStart | ChildStart | undefined,
  ): Omit<SessionDeps, 'log' | 'show'> {
    const { path, ports, options } = this.#parts;
    const settings = new SessionSettings(() => this.#settings.now);
    const { approvals, modes } = this.#settings.now.config;
    return {
      begin: { project: path, ...beginningOf(start, modes.default) },
      clock: ports.clock,
      ids: ports.ids,
      logger: ports.logger,
      limits: settings.limits,
      turnBegins: () => settings.turnBegins(),
      ...sessionModels(
        { ...this.#parts, now: () => this.#settings.now, pictured: (model) => this.attachments.pictured(model) },
        this.#children.models(id, origin),
      ),
      context: () => sessionContext(this.#parts, this.#settings.now, this.#children.context(id, origin)),
      changedSources: async (sources, skills) =>
        new Set([...(await changedSince(sources)), ...(await this.#parts.skills.changedSince(skills))]),
      tools: (mode, kept, model, side) =>
        this.#children.tools(this.#toolOptions(id, settings, { mode, kept, model, side }), { origin, side, kept }),
      attach: (mode, spoken) => this.attachments.attach(id, mode, spoken),
      approvals: options.approvals ?? 'person',
      book: { ...this.#parts.approvals, home: ports.environment.home },
      approvalTimeout: approvals.timeout === 'never' ? undefined : approvals.timeout,
      checkpoints: this.#checkpoints && checkpointsOf(this.#checkpoints, id),
    };
  }

  async #modelOf(session: SessionId): Promise<ModelInfo | undefined> {
    const opened = await this.#sessions.session(session);
    const model = opened.ok ? await this.#settings.now.models.resolve(opened.value.model) : opened;
    return model.ok ? model.value.info : undefined;
  }

  #toolOptions(session: SessionId, { sandbox, paths }: SessionSettings, { mode, kept, model, side }: ToolUse): ToolSetOptions {
    const { path, ports, hosts, options } = this.#parts;
    const { config } = this.#settings.now;
    return {
      session,
      root: path,
      mode,
      limits: config.limits,
      paths,
      sandbox,
      hosts,
      ...{ processes: ports.processes, environment: ports.environment, state: ports.paths, fetch: ports.fetch },
      artifacts: artifactFolder(path, session),
      observed: this.attachments.observed(session),
      keepPicture: this.attachments.keep,
      history: async () => historyOf(await kept()),
      settings: config,
      model,
      side,
      canDisplay: options.window ?? false,
    };
  }

  async #tellModels(): Promise<void> {
    this.#tell({ type: 'models', models: await this.models.list() });
  }

  #tell(upward: Upward): void {
    for (const listener of this.#listeners) listener(upward);
  }
}
