import { basename } from 'node:path';
import type { Engine, EscapeResult, OpenProjectOptions, Project } from '../../core/engine.ts';
import { EventRecorder } from '../../core/testing/event-recorder.ts';
import type { AccountStatus, KeyRing } from '../../shared/accounts.ts';
import type { ApprovalRule, AuditEntry } from '../../shared/approvals.ts';
import type { PictureAttachment } from '../../shared/attachments.ts';
import type { Command } from '../../shared/commands.ts';
import type { ConfigReport } from '../../shared/config-report.ts';
import type { SessionEvent } from '../../shared/events.ts';
import { sessionIdSchema } from '../../shared/ids.ts';
import type { DoctorCheck, ModelChoice, ProjectInfo, Upward } from '../../shared/ipc.ts';
import type { ModelInspection, ModelListings, RoleChoice } from '../../shared/model-list.ts';
import type { Problem } from '../../shared/problem.ts';
import type { QuotaReport } from '../../shared/quota.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { SessionSnapshot } from '../../shared/session-snapshot.ts';
import type { SkillEntry } from '../../shared/skills.ts';
import { reportUsage, sumOf, type UsageRecord } from '../../shared/usage-report.ts';

export const SESSION = sessionIdSchema.parse('0123456789abcdef0123456789abcdef');
export const TIME = 1_750_000_000_000;

const SUMMARY: SessionSummary = {
  id: SESSION,
  title: 'New session',
  createdAt: TIME,
  updatedAt: TIME,
  model: 'p/m',
  turns: 0,
  readOnly: false,
};
const INFO: ProjectInfo = {
  path: '/project',
  name: 'project',
  git: true,
  demo: false,
  sandbox: { state: 'active', writable: ['/project'], network: 'host' },
  defaultMode: 'build',
};

const MISSING: Problem = { code: 'session_missing', message: 'There is no such session.', hint: 'List the sessions first.' };

const PICTURE: PictureAttachment = {
  ...{ kind: 'picture', blob: 'a'.repeat(64), mime: 'image/png', name: 'shot.png' },
  ...{ width: 640, height: 480, bytes: 9_000 },
};
const NO_PICTURE: Problem = { code: 'attachment_refused', message: 'It is no picture.', hint: 'Attach another file.' };
const NO_SETTINGS: Problem = { code: 'internal', message: 'This engine has no files.', hint: 'Use the real one.' };

export interface FakeEngineOptions {
  readonly info?: Partial<ProjectInfo>;
  readonly openProblem?: Problem;
  readonly rules?: readonly ApprovalRule[];
  readonly log?: readonly AuditEntry[];
  readonly createProblem?: Problem;
  readonly config?: ConfigReport;
  readonly doctor?: readonly DoctorCheck[];
  readonly escapes?: Result<readonly EscapeResult[], Problem>;
  readonly sessions?: readonly SessionSummary[];
  readonly models?: readonly ModelChoice[];
  readonly listings?: ModelListings;
  readonly refreshProblem?: Problem;
  readonly inspection?: Omit<ModelInspection, 'ref'>;
  readonly roles?: readonly RoleChoice[];
  readonly usage?: readonly UsageRecord[];
  readonly keys?: KeyRing;
  readonly quota?: Result<QuotaReport, Problem>;
  readonly skills?: readonly SkillEntry[];
  readonly account?: AccountStatus;
  /** How a sign-in ends; without it, when it is cancelled. */
  readonly signIn?: Result<AccountStatus, Problem>;
  /** What a command leads to. */
  readonly onCommand?: (command: Command, show: (...events: readonly SessionEvent[]) => void) => void;
}

export interface FakeEngine extends Engine {
  /** Calls that matter, in order. */
  readonly calls: EventRecorder<unknown>;
}

/** An engine with one session, whose events the test writes. */
export function createFakeEngine(options: FakeEngineOptions = {}): FakeEngine {
  const calls = new EventRecorder<unknown>();
  const project = fakeProject(options, calls);
  const open = async (call: unknown) => {
    calls.record(call);
    return options.openProblem ? err(options.openProblem) : ok(project);
  };
  return {
    calls,
    openProject: (path: string, chosen?: OpenProjectOptions) => open({ open: path, ...chosen }),
    openDemo: (chosen) => open({ demo: chosen }),
    trustProject: async (path, decision) => {
      calls.record({ trust: path, decision });
      return ok(null);
    },
    recentProjects: async () => [],
    picture: async () => undefined,
    quota: async () => options.quota ?? ok({ accounts: [], spending: { today: 0, lastHour: 0 } }),
    usage: async () => reportUsage((options.usage ?? []).map(sumOf), 0),
    config: async (path, chosen) => {
      calls.record({ config: path, ...chosen });
      return options.openProblem ? err(options.openProblem) : ok(options.config ?? { settings: [], warnings: [] });
    },
    accounts: fakeAccounts(options.account ?? { id: 'codex', state: 'signed_out' }, options.signIn),
    keys: fakeKeys(options.keys ?? { names: [] }, calls),
    settings: {
      read: async () => err(NO_SETTINGS),
      write: async () => err(NO_SETTINGS),
      check: async () => err(NO_SETTINGS),
    },
    doctor: async () => options.doctor ?? [],
    escapeSuite: async () => options.escapes ?? ok([]),
    close: async () => calls.record('engine closed'),
  };
}

function fakeKeys(ring: KeyRing, calls: EventRecorder<unknown>): Engine['keys'] {
  return {
    list: async () => ring,
    set: async (name, key) => {
      calls.record({ setKey: name, key });
      return ring.problem ? err(ring.problem) : ok(null);
    },
    delete: async (name) => (ring.problem ? err(ring.problem) : ok(ring.names.includes(name))),
    move: async (provider) => {
      calls.record({ moveKey: provider });
      return ring.problem ? err(ring.problem) : ok(provider);
    },
  };
}

function fakeAccounts(account: AccountStatus, signIn: Result<AccountStatus, Problem> | undefined): Engine['accounts'] {
  return {
    list: async () => [account],
    signIn: async () => {
      let stop: (stopped: Result<AccountStatus, Problem>) => void = () => {};
      const stopped = new Promise<Result<AccountStatus, Problem>>((resolve) => {
        stop = resolve;
      });
      const problem: Problem = { code: 'cancelled', message: 'The sign-in was stopped.', hint: 'Sign in again when you want to.' };
      return ok({ url: 'https://auth.example/page', done: signIn ? Promise.resolve(signIn) : stopped, cancel: () => stop(err(problem)) });
    },
    signOut: async () => ok(null),
  };
}

function fakeModels(options: FakeEngineOptions, calls: EventRecorder<unknown>): Project['models'] {
  const listings = options.listings ?? { providers: [] };
  return {
    list: async () => options.models ?? [],
    listings: async () => listings,
    refresh: async (asked) => {
      calls.record({ refresh: asked });
      return options.refreshProblem ? err(options.refreshProblem) : ok(listings);
    },
    refreshStale: async () => {},
    inspect: async (ref) => (options.inspection ? ok({ ...options.inspection, ref }) : err(MISSING)),
    roles: () => ok(options.roles ?? []),
    setFavourite: async () => ok(null),
    switchTo: async () => ok(null),
  };
}

const NO_TRANSCRIPTS: Project['transcripts'] = {
  items: async () => err(MISSING),
  events: async () => err(MISSING),
  find: async () => err(MISSING),
  locate: async () => err(MISSING),
  edits: async () => err(MISSING),
  generations: async () => err(MISSING),
};

function fakeProject(options: FakeEngineOptions, calls: EventRecorder<unknown>): Project {
  const listeners = new Set<(upward: Upward) => void>();
  const start: SessionEvent = { type: 'session.start', session: SESSION, project: '/project', title: 'New session', model: 'p/m' };
  const snapshot: SessionSnapshot = { summary: SUMMARY, events: [{ time: TIME, event: start }], seq: 1 };
  let seq = snapshot.seq;
  const tell = (number: number, event: SessionEvent) => {
    for (const listener of listeners) listener({ type: 'events', events: [{ session: SESSION, seq: number, time: TIME, event }] });
  };
  const show = (...events: readonly SessionEvent[]) => {
    for (const event of events) {
      seq += 1;
      tell(seq, event);
    }
  };
  return {
    path: '/project',
    info: () => ({ ...INFO, ...options.info }),
    models: fakeModels(options, calls),
    listSessions: async () => options.sessions ?? [],
    createSession: async () => {
      if (options.createProblem) return err(options.createProblem);
      tell(snapshot.seq, start);
      return ok(snapshot);
    },
    openSession: async () => ok(snapshot),
    closeSession: async () => show({ type: 'session.end' }),
    contextOf: async () => err(MISSING),
    prefix: { report: async () => err(MISSING), pair: async () => err(MISSING) },
    command: async (command) => {
      calls.record(command);
      options.onCommand?.(command, show);
      return ok(null);
    },
    approvals: {
      rules: async () => ok(options.rules ?? []),
      remove: async (id) => {
        calls.record({ removed: id });
        return ok(null);
      },
      preview: async (draft) => ({ asked: 3, matched: draft.pattern.endsWith('*') ? 2 : 1, denied: 0, examples: ['npm test a'] }),
      log: async () => options.log ?? [],
    },
    readDraft: async () => ({ text: '', attachments: [] }),
    writeDraft: async () => ok(null),
    attachments: {
      addPicture: async () => err(MISSING),
      addPictureFile: async (path) => (path.endsWith('.png') ? ok({ ...PICTURE, name: basename(path) }) : err(NO_PICTURE)),
      findFiles: async () => ok({ paths: [], more: false }),
    },
    prompts: {
      add: async () => {},
      history: async () => [],
      stash: async () => ok(1),
      unstash: async () => ok({ spoken: undefined, left: 0 }),
      stashed: async () => 0,
    },
    skills: {
      list: async () => ({ skills: options.skills ?? [], untrusted: 0 }),
      read: async (name) =>
        ok({ skill: { state: 'active', name, origin: 'user', path: '/s/SKILL.md', body: `Do ${name}.\n`, bytes: 9 }, mode: 'build' }),
    },
    transcripts: { ...NO_TRANSCRIPTS, events: async () => ok(snapshot.events) },
    rewinds: {
      plan: async () => ok({ files: 'missing', changes: [], left: [] }),
      rewind: async () => ok(null),
      redo: async () => ok(null),
    },
    library: fakeLibrary(calls),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {},
  };
}

function fakeLibrary(calls: EventRecorder<unknown>): Project['library'] {
  const noted =
    <T>(name: string, value: T) =>
    async (...input: unknown[]) => {
      calls.record({ [name]: input });
      return ok(value);
    };
  return {
    mark: noted('mark', null),
    close: noted('close', null),
    trash: noted('trash', null),
    trashed: async () => [],
    restore: noted('restore', null),
    emptyTrash: noted('emptyTrash', 0),
    clean: async () => err(MISSING),
    fork: noted('fork', SESSION),
    search: async () => ok({ hits: [], more: false }),
    exportText: noted('exportText', '# Title\n'),
    exportTo: noted('exportTo', null),
    importFrom: noted('importFrom', SESSION),
  };
}
