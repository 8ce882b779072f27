import { basename } from 'node:path';
import type { Spoken } from '../../shared/attachments.ts';
import type { Command } from '../../shared/commands.ts';
import { type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import type { ProjectInfo, Upward } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { SessionSnapshot } from '../../shared/session-snapshot.ts';
import type { Checkpoints } from '../git/checkpoints.ts';
import { watchEntries } from '../lib/watch-entries.ts';
import type { ModelInfo } from '../providers/provider.ts';
import { sessionFiles } from '../store/paths.ts';
import { createPromptShelf, type PromptShelf } from '../store/prompt-shelf.ts';
import type { NewSession, Project, ProjectApprovals, ProjectSkills } from './api.ts';
import { ProjectAttachments } from './attachments.ts';
import { Children } from './children.ts';
import { CutOffRewinds } from './cut-off-rewinds.ts';
import { needsFolder } from './folder.ts';
import type { SessionLibrary } from './library-api.ts';
import { LiveSessions } from './live-sessions.ts';
import { openCheckpoints } from './open-checkpoints.ts';
import { createSessionPrefix, type SessionPrefix } from './prefix/session-prefix.ts';
import { createProjectModels, type ProjectModels } from './project-models.ts';
import type { ProjectParts } from './project-parts.ts';
import { ProjectSettings } from './project-settings.ts';
import { createRewindJournal } from './rewind-journal.ts';
import { createRewinds, type Rewinds } from './rewinds.ts';
import { createSessionLibrary } from './session-library.ts';
import { type SessionSource, sessionParts } from './session-parts.ts';
import { livePaths } from './session-settings.ts';
import { changesList } from './session-summary.ts';
import { skillsOfCommand } from './skills-of-command.ts';
import { createTranscripts, type Transcripts } from './transcripts.ts';

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
  readonly #cutOff: CutOffRewinds | undefined;
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
      depsFor: (id, origin, start) => sessionParts(this.#source(), { id, origin, start }),
      lost: async (log) => [...(log.readOnly ? [] : (this.#cutOff?.tell(log.id) ?? [])), ...(await this.#children.lost(log))],
      asks: (id) => this.#children.asks(id),
      closing: (id) => this.#children.close(id),
      closed: parts.sessionClosed,
      watch: (id) => this.#watch(id),
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
    const journal = createRewindJournal(ports, path);
    this.#cutOff =
      this.#checkpoints && new CutOffRewinds({ project: path, journal, checkpoints: this.#checkpoints, store, logger: ports.logger });
    this.rewinds = createRewinds({ live: this.#sessions, checkpoints: this.#checkpoints, journal });
    const changed = () => this.tellSessions();
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
    const { sandbox, config, untrusted, warnings } = this.#settings.now;
    const { problem } = this.#settings;
    const { desktop_notifications: notifications } = config;
    return {
      path,
      name: basename(path) || path,
      git: repository.git,
      demo,
      sandbox: sandbox.state(),
      defaultMode: config.modes.default,
      ...(notifications.enabled ? { notifies: notifications.duration } : {}),
      ...(this.#branch === undefined ? {} : { branch: this.#branch }),
      ...(problem ? { problem } : {}),
      ...(untrusted ? { untrusted } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
    };
  }

  /** To be awaited before anything is asked of the files or of a session. Never rejects. */
  async begin(): Promise<void> {
    await this.#cutOff?.end();
  }

  listSessions(): Promise<readonly SessionSummary[]> {
    return this.#sessions.list();
  }

  /** To those that look on; also after another process made or removed one. */
  async tellSessions(): Promise<void> {
    this.#tell({ type: 'sessions', sessions: await this.#sessions.list() });
  }

  /** Follows who holds a session, while somebody looks on. */
  #watch(id: SessionId): () => void {
    const { path, ports, options } = this.#parts;
    if (!options.window) return () => undefined;
    return watchEntries(sessionFiles(ports.paths.state, path, id).folder, () => void this.tellSessions());
  }

  async createSession({ model, mode = this.#settings.now.config.modes.default }: NewSession): Promise<Result<SessionSnapshot, Problem>> {
    const chosen = this.#settings.modelFor(model);
    if (!chosen.ok) return chosen;
    // A session whose model could not be asked would be left behind with nothing but that.
    const fits = await (model === undefined ? this.#settings.now.models.resolve(chosen.value) : this.models.switchTo(model));
    return fits.ok ? this.#sessions.create({ model: chosen.value, mode }) : fits;
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

  #source(): SessionSource {
    const { attachments } = this;
    return { parts: this.#parts, now: () => this.#settings.now, children: this.#children, attachments, checkpoints: this.#checkpoints };
  }

  async #modelOf(session: SessionId): Promise<ModelInfo | undefined> {
    const opened = await this.#sessions.session(session);
    const model = opened.ok ? await this.#settings.now.models.resolve(opened.value.model) : opened;
    return model.ok ? model.value.info : undefined;
  }

  async #tellModels(): Promise<void> {
    this.#tell({ type: 'models', models: await this.models.list() });
  }

  #tell(upward: Upward): void {
    for (const listener of this.#listeners) listener(upward);
  }
}
