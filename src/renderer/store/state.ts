import type { ApprovalRule, AuditEntry } from '../../shared/approvals.ts';
import type { Attachment, GivenAttachment } from '../../shared/attachments.ts';
import type { ContextReport } from '../../shared/context.ts';
import type { Envelope } from '../../shared/events.ts';
import type { SessionView } from '../../shared/fold-types.ts';
import type { SessionId, TurnId } from '../../shared/ids.ts';
import type { AppInfo, DoctorCheck, FolderListing, ModelChoice, ProjectInfo, RecentProject } from '../../shared/ipc.ts';
import type { ModelListings } from '../../shared/model-list.ts';
import type { Problem } from '../../shared/problem.ts';
import type { RewindPlan } from '../../shared/rewind.ts';
import type { SearchAnswer } from '../../shared/search.ts';
import type { Mode, SessionSummary } from '../../shared/session.ts';
import { type Appearance, DEFAULT_APPEARANCE } from '../../shared/settings.ts';
import type { SkillList } from '../../shared/skills.ts';
import type { KeptPage } from './kept-page.ts';
import { INITIAL_LIBRARY, type LibraryState } from './library-state.ts';
import type { Loaded } from './loading.ts';
import { INITIAL_PREFIX, type PrefixState } from './prefix-state.ts';
import { INITIAL_SETTINGS, type SettingsState } from './settings-state.ts';
import type { HeldPage } from './stretch.ts';
import type { UsageState } from './usage-state.ts';

export type { Loaded } from './loading.ts';

/** A session this window follows. While it loads, events that arrive are kept in `early` and folded after the snapshot. */
export interface OpenSession {
  readonly id: SessionId;
  /** `stale` cannot follow what came, and is taken anew. */
  readonly state: 'loading' | 'ready' | 'stale' | 'failed';
  readonly view: SessionView;
  /** A stretch of the transcript that stands before `view`, right before it or further up where the reader is. */
  readonly pages: readonly HeldPage[];
  /** The reader is further up than the end, so nothing may go from under their eyes. */
  readonly reading: boolean;
  /** Counts the jumps to another stretch. */
  readonly jump: number;
  /** A call before `view` changed files. */
  readonly edited: boolean;
  readonly seq: number;
  readonly early: readonly Envelope[];
  readonly problem?: Problem;
}

/** What Esc closes, the last one first. */
export type Layer =
  | 'trust'
  | 'export'
  | 'import'
  | 'empty-trash'
  | 'rewind'
  | 'viewer'
  | 'skills'
  | 'orchestration'
  | 'history'
  | 'usage'
  | 'palette'
  | 'models'
  | 'settings'
  | 'open-folder'
  | 'find'
  | 'sidebar'
  | 'inspector';

export interface Viewing {
  readonly attachments: readonly Attachment[];
  readonly index: number;
}

export interface FindState {
  readonly query: string;
  /** Which match is current, counted from 0. */
  readonly index: number;
}

/** A prompt somebody may go back to, with what that would do. */
export interface Rewinding {
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly prompt: string;
  /** What stood beside it. */
  readonly attachments: readonly GivenAttachment[];
  readonly plan: Loaded<RewindPlan>;
}

/** The search over all sessions. */
export interface SearchState extends SearchAnswer {
  readonly query: string;
  readonly searching: boolean;
}

/** Where the window wants the reader to look: set by a command, cleared by the part that shows it. */
export type Focus =
  | { readonly target: 'composer' }
  | { readonly target: 'search' }
  /** Of the transcript. */
  | { readonly target: 'end' }
  | { readonly target: 'item'; readonly item: string }
  | { readonly target: 'approval'; readonly approval: string };

export type InspectorTab = KeptPage['inspectorTab'];

export interface State {
  readonly boot: Loaded<AppInfo>;
  readonly project: ProjectInfo | null;
  readonly recent: readonly RecentProject[];
  readonly sessions: readonly SessionSummary[];
  readonly listed: boolean;
  readonly library: LibraryState;
  readonly search: SearchState;
  /** The prompt that the restore dialog is about. */
  readonly rewinding: Rewinding | null;
  /** The session on screen; null is the empty page for a new one. */
  readonly current: SessionId | null;
  readonly open: Readonly<Record<string, OpenSession>>;
  readonly drafts: Readonly<Record<string, string>>;
  /** What stands beside those texts. */
  readonly attached: Readonly<Record<string, readonly GivenAttachment[]>>;
  /** By question: the answer that is being written. */
  readonly answers: KeptPage['answers'];
  /** Attachments that are looked at large, and which one. */
  readonly viewing: Viewing | null;
  /** By session: what its next request would hold. */
  readonly contexts: Readonly<Record<string, ContextReport>>;
  /** What was sent to models in the session on screen. */
  readonly prefix: PrefixState;
  /** Prompts sent in this project, last first, and how many texts are put aside. */
  readonly prompts: { readonly history: readonly string[]; readonly stashed: number };
  readonly models: Loaded<readonly ModelChoice[]>;
  /** What is known of the providers' lists; read when the chooser shows it. */
  readonly listings: Loaded<ModelListings>;
  /** Model for the session that the next prompt creates. */
  readonly nextModel: string | null;
  /** Its mode, when it is not the project's default. */
  readonly nextMode: Mode | null;
  /** Names of the skills it begins with. */
  readonly nextSkills: readonly string[];
  readonly skills: Loaded<SkillList>;
  /** The generation of the conversation that the history shows; null is the one that goes on. */
  readonly generation: number | null;
  /** What is allowed for good in this project, and what was decided; read when the settings show it. */
  readonly rules: Loaded<readonly ApprovalRule[]>;
  readonly decisions: Loaded<readonly AuditEntry[]>;
  readonly usage: UsageState;
  readonly doctor: Loaded<readonly DoctorCheck[]>;
  readonly folder: Loaded<FolderListing>;
  readonly appearance: Appearance;
  readonly settings: SettingsState;
  /** How the side panels lie: beside the transcript, or over it when the window is narrow. */
  readonly overlays: { readonly sidebar: boolean; readonly inspector: boolean };
  readonly layers: readonly Layer[];
  readonly find: FindState;
  /** What a person opened or closed by hand, by row; everything else follows its default. */
  readonly folds: Readonly<Record<string, boolean>>;
  readonly inspectorTab: InspectorTab;
  /** The turn whose files the inspector shows; null shows the whole session. */
  readonly reviewTurn: string | null;
  /** A review makes the inspector wide, until a person gives it a width or another session comes on screen. */
  readonly reviewing: boolean;
  readonly diffStyle: KeptPage['diffStyle'];
  /** The page before a reload, until it is put back. */
  readonly before: KeptPage | null;
  readonly focus: Focus | null;
  /** Failures of things the person just asked for, newest last. */
  readonly problems: readonly Problem[];
}

/** Key of the draft that belongs to no session yet. */
export const NEW_SESSION = 'new';

export const INITIAL_STATE: State = {
  boot: { state: 'idle' },
  project: null,
  recent: [],
  sessions: [],
  listed: false,
  library: INITIAL_LIBRARY,
  rewinding: null,
  search: { query: '', hits: [], more: false, searching: false },
  current: null,
  open: {},
  drafts: {},
  attached: {},
  answers: {},
  viewing: null,
  contexts: {},
  prefix: INITIAL_PREFIX,
  prompts: { history: [], stashed: 0 },
  models: { state: 'idle' },
  listings: { state: 'idle' },
  nextModel: null,
  nextMode: null,
  nextSkills: [],
  skills: { state: 'idle' },
  generation: null,
  rules: { state: 'idle' },
  decisions: { state: 'idle' },
  usage: {
    report: { state: 'idle' },
    quota: { state: 'idle' },
    refreshing: false,
    accounts: { state: 'idle' },
    signIn: null,
    keys: { state: 'idle' },
  },
  doctor: { state: 'idle' },
  folder: { state: 'idle' },
  appearance: DEFAULT_APPEARANCE,
  settings: INITIAL_SETTINGS,
  overlays: { sidebar: false, inspector: false },
  layers: [],
  find: { query: '', index: 0 },
  folds: {},
  inspectorTab: 'changes',
  reviewTurn: null,
  reviewing: false,
  diffStyle: 'unified',
  before: null,
  focus: null,
  problems: [],
};
