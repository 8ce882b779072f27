import type { PictureType, Spoken } from '../../shared/attachments.ts';
import type { Command } from '../../shared/commands.ts';
import type { ConfigReport } from '../../shared/config-report.ts';
import type { ContextReport } from '../../shared/context.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { DoctorCheck, ProjectInfo, RecentProject, Upward } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import type { TrustDecision } from '../../shared/project-trust.ts';
import type { QuotaReport } from '../../shared/quota.ts';
import type { Result } from '../../shared/result.ts';
import type { Mode, SessionSummary } from '../../shared/session.ts';
import type { SessionSnapshot } from '../../shared/session-snapshot.ts';
import type { UsageReport } from '../../shared/usage-report.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { ConfigOptions } from '../config/explain.ts';
import type { SkillCatalog } from '../prompt/skills/skill-catalog.ts';
import type { EscapeResult } from '../sandbox/escape/run-suite.ts';
import type { PromptShelf } from '../store/prompt-shelf.ts';
import type { Accounts } from './accounts.ts';
import type { Attachments } from './attachments.ts';
import type { Keys } from './keys.ts';
import type { SessionLibrary } from './library-api.ts';
import type { SessionPrefix } from './prefix/session-prefix.ts';
import type { ProjectModels } from './project-models.ts';
import type { Rewinds } from './rewinds.ts';
import type { Settings } from './settings-api.ts';
import type { Transcripts } from './transcripts.ts';

export type ProjectApprovals = Pick<Approvals, 'rules' | 'remove' | 'preview' | 'log'>;

export type ProjectSkills = Pick<SkillCatalog, 'list' | 'read'>;

export interface NewSession {
  /** An alias or `provider/model-id`; without it the profile's default. */
  readonly model?: string | undefined;
  /** Without it `modes.default` of the configuration. */
  readonly mode?: Mode | undefined;
}

/** A folder somebody works in: its configuration, sandbox and sessions. */
export interface Project {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  info(): ProjectInfo;
  readonly models: ProjectModels;
  listSessions(): Promise<readonly SessionSummary[]>;
  createSession(options: NewSession): Promise<Result<SessionSnapshot, Problem>>;
  /** Opening twice gives the same live session. */
  openSession(id: SessionId): Promise<Result<SessionSnapshot, Problem>>;
  closeSession(id: SessionId): Promise<void>;
  /** What the next request of a session would hold. */
  contextOf(id: SessionId): Promise<Result<ContextReport, Problem>>;
  /** What was sent to models, and where the providers' caches were lost. */
  readonly prefix: SessionPrefix;
  command(command: Command): Promise<Result<null, Problem>>;
  /** Of a session, or with null what was typed before there is one. */
  readDraft(id: SessionId | null): Promise<Spoken>;
  writeDraft(id: SessionId | null, draft: Spoken): Promise<Result<null, Problem>>;
  readonly attachments: Attachments;
  readonly library: SessionLibrary;
  readonly transcripts: Transcripts;
  readonly rewinds: Rewinds;
  /** Every prompt that was taken is added. */
  readonly prompts: PromptShelf;
  readonly skills: ProjectSkills;
  /** What was allowed in this project and all its worktrees, and what was decided. */
  readonly approvals: ProjectApprovals;
  /** Everything that happens in this project, unbatched and in order. Returns the function that stops listening. */
  listen(listener: (upward: Upward) => void): () => void;
  close(): Promise<void>;
}

export interface OpenProjectOptions {
  /** Takes the place of the profile's default model. */
  readonly model?: string | undefined;
  /** Of `models.profiles`, in place of `default`. */
  readonly profile?: string | undefined;
  /** Turns the sandbox off for this project and process, as `--unsafe` does. */
  readonly unsafe?: boolean | undefined;
  /** Allows a folder that holds the whole home folder, for this opening. */
  readonly broad?: boolean | undefined;
  /** `person` waits for answers, `refuse` denies every approval with a reason (no terminal, unattended). */
  readonly approvals?: 'person' | 'refuse' | undefined;
  /** An absolute path: its settings apply in place of the project's own. */
  readonly configFile?: string | undefined;
  /** Applies the project's own settings for this opening, and remembers nothing. */
  readonly trustProjectConfig?: boolean | undefined;
  /** Opened in a window: remembered among the recent projects, and its branch is watched. */
  readonly window?: boolean | undefined;
}

export interface ShownPicture {
  readonly mime: PictureType;
  readonly bytes: Uint8Array;
}

export interface FolderQuotaOptions extends Pick<OpenProjectOptions, 'trustProjectConfig'> {
  /** Asks the accounts first. */
  readonly refresh: boolean;
}

/** The only door to the core: the windows, the command line and the tests use this object and nothing behind it. */
export interface Engine {
  openProject(path: string, options?: OpenProjectOptions): Promise<Result<Project, Problem>>;
  /** Copies the bundled sample to the state folder when it is not there, and opens it with the scripted model. `fresh` starts it over. */
  openDemo(options: { readonly resources: string; readonly fresh: boolean; readonly window?: boolean }): Promise<Result<Project, Problem>>;
  /** Counts from the next time the project is opened. */
  trustProject(path: string, decision: TrustDecision): Promise<Result<null, Problem>>;
  recentProjects(): Promise<readonly RecentProject[]>;
  /** A picture that a session keeps, by its blob. Undefined when there is none by that name. */
  picture(blob: string): Promise<ShownPicture | undefined>;
  /** What all recorded model requests took and cost. Rejects when the state folder cannot be read. */
  usage(): Promise<UsageReport>;
  /** Every setting as it counts in that folder, with where it was decided. Opens nothing. */
  config(
    path: string,
    options?: ConfigOptions & Pick<OpenProjectOptions, 'configFile' | 'trustProjectConfig'>,
  ): Promise<Result<ConfigReport, Problem>>;
  /** What the accounts configured for a folder say of their limits, and what was spent. */
  quota(path: string, options: FolderQuotaOptions): Promise<Result<QuotaReport, Problem>>;
  readonly keys: Keys;
  readonly accounts: Accounts;
  /** The settings files themselves, to show and to change. */
  readonly settings: Settings;
  doctor(): Promise<readonly DoctorCheck[]>;
  /** Tries to get out of real sandboxes and says of each attempt whether the sandbox held. Fails where there is no sandbox. */
  escapeSuite(): Promise<Result<readonly EscapeResult[], Problem>>;
  /** Ends every session and every process this engine started. */
  close(): Promise<void>;
}
