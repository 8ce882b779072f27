/**
 * The border between window and main process: requests go down one channel, event batches come up another.
 * Every request is checked against its schema on the main side; what the window gets back is a `Result` with a `Problem`.
 */
import { z } from 'zod';
import { type AccountOutputs, accountRequests } from './account-requests.ts';
import { type ApprovalRule, type AuditEntry, type RulePreview, ruleDraftSchema } from './approvals.ts';
import { type PictureAttachment, type Spoken, spokenSchema } from './attachments.ts';
import { commandSchema } from './commands.ts';
import { type ContextOutputs, contextRequests } from './context-requests.ts';
import type { Envelope } from './events.ts';
import type { FileMatches } from './file-matches.ts';
import { sessionIdSchema, turnIdSchema } from './ids.ts';
import { type LibraryOutputs, libraryRequests } from './library-requests.ts';
import type { ModelPrice } from './model-facts.ts';
import type { ModelListings } from './model-list.ts';
import type { Problem } from './problem.ts';
import type { UntrustedConfig } from './project-trust.ts';
import type { Result } from './result.ts';
import type { RewindPlan } from './rewind.ts';
import type { SandboxState } from './sandbox-state.ts';
import type { SearchAnswer } from './search.ts';
import { type Mode, modeSchema, type SessionSummary } from './session.ts';
import type { SessionSnapshot } from './session-snapshot.ts';
import { type Appearance, appearanceSchema } from './settings.ts';
import { type SettingsOutputs, settingsRequests } from './settings-requests.ts';
import { type SkillList, skillNameSchema } from './skills.ts';
import { type TranscriptOutputs, transcriptRequests } from './transcript-requests.ts';

const none = z.object({}).strict();
const path = z.string().min(1).max(4_096);

/** Input schema of each request. */
export const requestSchemas = {
  'app.info': none,
  'app.appearance.get': none,
  'app.appearance.set': appearanceSchema.partial(),
  /** Brings the window before the person. */
  'app.show': none,
  'app.openExternal': z.object({ url: z.string().max(4_096) }),
  'project.current': none,
  'project.recent': none,
  /** Opens the folder in this window when it has no project yet, else in a window of its own. */
  'project.open': z.object({ path }),
  'project.openDemo': none,
  /** The host's folder picker; `native` is false where the host has none and the window shows its own dialog. */
  'project.pick': none,
  'project.browse': z.object({ path: path.optional() }),
  /** Opens the project of the window anew with its own settings. Turns that run are stopped. */
  'project.trust': z.object({ decision: z.enum(['always', 'session']) }),
  /** In a window also the beginning of a look for newer lists; what comes of it is told as `models`. */
  'models.list': none,
  'models.listings': none,
  'models.refresh': z.object({ providers: z.array(z.string()).max(1_000).optional(), catalogue: z.boolean().optional() }),
  'models.favourite': z.object({ provider: z.string().min(1), id: z.string().min(1), favourite: z.boolean() }),
  'doctor.run': none,
  'sessions.list': none,
  'sessions.create': z.object({ model: z.string().min(1).optional(), mode: modeSchema.optional() }),
  'sessions.open': z.object({ session: sessionIdSchema }),
  ...transcriptRequests,
  'sessions.close': z.object({ session: sessionIdSchema }),
  ...libraryRequests,
  /** A search that another one of the same window overtakes is refused as `cancelled`. */
  'sessions.search': z.object({ query: z.string().min(1).max(1_000) }),
  ...contextRequests,
  'session.command': z.object({ command: commandSchema }),
  'skills.list': none,
  /** The text of the skill of that name that is in effect. */
  'skills.read': z.object({ name: skillNameSchema }),
  'rewind.plan': z.object({ session: sessionIdSchema, turn: turnIdSchema }),
  'rewind.go': z.object({ session: sessionIdSchema, turn: turnIdSchema, files: z.boolean(), chat: z.boolean() }),
  'rewind.redo': z.object({ session: sessionIdSchema }),
  'prompts.list': none,
  'prompts.stash': spokenSchema,
  'prompts.unstash': z.object({ session: sessionIdSchema.nullable() }),
  'approvals.rules': none,
  'approvals.remove': z.object({ id: z.string().min(1).max(64) }),
  /** With `subject`: whether the draft covers that one too. */
  'approvals.preview': ruleDraftSchema.extend({ subject: z.string().optional() }),
  'approvals.log': none,
  ...accountRequests,
  ...settingsRequests,
  'draft.get': z.object({ session: sessionIdSchema.nullable() }),
  'draft.set': spokenSchema.extend({ session: sessionIdSchema.nullable() }),
  /** `data` is the file as base64. */
  'attachments.addPicture': z.object({ name: z.string().min(1).max(1_000), data: z.string().min(1).max(40_000_000) }),
  /** With nothing typed: what lies at the top of the project. */
  'files.find': z.object({ query: z.string().max(1_000) }),
} as const satisfies Record<string, z.ZodType>;

export type RequestName = keyof typeof requestSchemas;
export type RequestInput<N extends RequestName> = z.infer<(typeof requestSchemas)[N]>;

/** One thing the doctor looked at. */
export interface DoctorCheck {
  readonly id: string;
  readonly title: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly message: string;
  readonly hint?: string;
}

export interface AppInfo {
  readonly version: string;
  readonly host: 'electron' | 'chromium';
  readonly platform: string;
  /** Absolute path of the person's config file, whether it exists or not. */
  readonly configFile: string;
  /** Where sessions and the rest of the state are kept. */
  readonly stateFolder: string;
  /** Whether secrets can go to an OS keychain here. */
  readonly keychain: boolean;
}

export interface ProjectInfo {
  readonly path: string;
  readonly name: string;
  /** Absent when the folder is not in a git repository. */
  readonly branch?: string;
  readonly git: boolean;
  /** True for the bundled sample, whose model is a script. */
  readonly demo: boolean;
  readonly sandbox: SandboxState;
  /** What needs the person is shown on the desktop too, for so many seconds; 0 is until they see to it. Absent: it is not. */
  readonly notifies?: number;
  /** What a new session starts in. */
  readonly defaultMode: Mode;
  /** What keeps turns from running here, such as a config error or no model; the window shows it with its hint. */
  readonly problem?: Problem;
  /** The project's own settings, when they are not applied. */
  readonly untrusted?: UntrustedConfig;
  /** What of the settings has no effect, or not the one that it seems to have: whole sentences. */
  readonly warnings?: readonly string[];
}

export interface RecentProject {
  readonly path: string;
  readonly name: string;
  readonly openedAt: number;
  readonly missing: boolean;
}

export interface ModelChoice {
  /** What to give as a model: an alias or `provider/model-id`. */
  readonly ref: string;
  readonly provider: string;
  readonly id: string;
  /** The reference is a name of the configuration. */
  readonly alias?: boolean;
  readonly contextWindow?: number;
  /** Whether it sees pictures, where that is known. */
  readonly vision?: boolean;
  /** Words the model takes for its effort; absent is unknown, an empty list is none. */
  readonly efforts?: readonly string[];
  /** What the reference or its definition says the effort is. */
  readonly effort?: string;
  readonly price?: ModelPrice;
  /** Why it cannot be asked now, as a whole sentence. */
  readonly unavailable?: string;
  /** The provider lists its models, and this is none of them. */
  readonly unlisted?: boolean;
  readonly favourite?: boolean | undefined;
  /** How often it was switched to. */
  readonly uses?: number;
  readonly scripted: boolean;
  readonly default: boolean;
}

export interface FolderListing {
  readonly path: string;
  readonly parent?: string;
  readonly folders: readonly { readonly name: string; readonly path: string; readonly git: boolean }[];
}

/** What each request answers with when it succeeds. */
export interface RequestOutputs extends AccountOutputs, LibraryOutputs, SettingsOutputs, ContextOutputs, TranscriptOutputs {
  'app.info': AppInfo;
  'app.appearance.get': Appearance;
  'app.appearance.set': Appearance;
  'app.show': null;
  'app.openExternal': null;
  'project.current': ProjectInfo | null;
  'project.recent': readonly RecentProject[];
  'project.open': ProjectInfo;
  'project.openDemo': ProjectInfo;
  'project.pick': { readonly native: boolean; readonly path: string | null };
  'project.browse': FolderListing;
  'project.trust': ProjectInfo;
  'models.list': readonly ModelChoice[];
  'models.listings': ModelListings;
  'models.refresh': ModelListings;
  'models.favourite': null;
  'doctor.run': readonly DoctorCheck[];
  'sessions.list': readonly SessionSummary[];
  'sessions.create': SessionSnapshot;
  'sessions.open': SessionSnapshot;
  'sessions.close': null;
  'sessions.search': SearchAnswer;
  'session.command': null;
  'skills.list': SkillList;
  'skills.read': { readonly body: string };
  'rewind.plan': RewindPlan;
  'rewind.go': null;
  'rewind.redo': null;
  /** Last sent first. */
  'prompts.list': { readonly history: readonly string[]; readonly stashed: number };
  'prompts.stash': { readonly stashed: number };
  'prompts.unstash': { readonly spoken: Spoken | null; readonly stashed: number };
  'approvals.rules': readonly ApprovalRule[];
  'approvals.remove': null;
  'approvals.preview': RulePreview;
  /** The newest decisions of this project, newest first. */
  'approvals.log': readonly AuditEntry[];
  'draft.get': Spoken;
  'draft.set': null;
  'attachments.addPicture': PictureAttachment;
  'files.find': FileMatches;
}

export type RequestAnswer<N extends RequestName> = Result<RequestOutputs[N], Problem>;

/** What travels up the event channel: at most one batch per frame and window, events of any session in their order. */
export type Upward =
  | { readonly type: 'events'; readonly events: readonly Envelope[] }
  | { readonly type: 'project'; readonly project: ProjectInfo }
  | { readonly type: 'sessions'; readonly sessions: readonly SessionSummary[] }
  | { readonly type: 'models'; readonly models: readonly ModelChoice[] }
  | { readonly type: 'appearance'; readonly appearance: Appearance }
  /** A file of settings was changed; who shows them reads them again. */
  | { readonly type: 'settings' };

/** The one object the preload puts into the window. */
export interface SteinerBridge {
  request<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestAnswer<N>>;
  /** Returns the function that stops listening. */
  listen(listener: (batch: readonly Upward[]) => void): () => void;
}
