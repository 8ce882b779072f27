import type { Envelope, SessionEvent, Stamped } from '../../shared/events.ts';
import type { ProjectInfo, RequestAnswer, RequestInput, RequestName, RequestOutputs, Upward } from '../../shared/ipc.ts';
import { err, ok } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session.ts';
import { type Appearance, DEFAULT_APPEARANCE } from '../../shared/settings.ts';
import type { Client } from '../bridge/client.ts';
import { fixedAnswers } from './fixed-answers.ts';
import { CONTEXT, DOCTOR, FOLDER, INFO, LISTINGS, MODELS, RECENT } from './fixtures.ts';
import { settingsHandlers } from './settings-fixture.ts';
import { endOf, transcriptAnswers } from './transcript-answers.ts';

/** What a scene starts from: a project or none, its sessions, and the events of the one it opens. */
export interface Scene {
  readonly project: ProjectInfo | null;
  readonly sessions: readonly SessionSummary[];
  readonly events: readonly Stamped[];
  /** So many of the newest events go up at first, and as many items with each page; all of them when it is missing. */
  readonly page?: number;
  readonly appearance?: Partial<Appearance>;
  /** What was typed before without a session. */
  readonly draft?: string;
  /** Requests that are refused, to see how that looks. */
  readonly refuse?: readonly RequestName[];
}

export interface FakeHost {
  readonly client: Client;
  /** Requests taken so far, in order. */
  readonly requests: readonly { readonly name: RequestName; readonly input: unknown }[];
  /** Sends events of the open session up, as one batch. */
  push(events: readonly SessionEvent[]): void;
}

type Handlers = { readonly [N in RequestName]: (input: RequestInput<N>) => RequestOutputs[N] };

/** A host that answers from a scene and keeps what it was asked. */
export function fakeHost(scene: Scene, look: Partial<Appearance> = {}): FakeHost {
  const listeners = new Set<(batch: readonly Upward[]) => void>();
  const requests: { name: RequestName; input: unknown }[] = [];
  const handlers = handlersOf(scene, { ...DEFAULT_APPEARANCE, ...scene.appearance, ...look });
  let seq = scene.events.length;
  async function request<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestAnswer<N>> {
    requests.push({ name, input });
    if (scene.refuse?.includes(name) === true) return err(REFUSED);
    return ok(handlers[name](input));
  }
  return {
    requests,
    client: {
      request,
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    push: (events) => {
      const session = scene.sessions[0]?.id ?? '';
      const time = Date.now();
      const envelopes: readonly Envelope[] = events.map((event) => {
        seq += 1;
        return { session, seq, time, event };
      });
      for (const listener of listeners) listener([{ type: 'events', events: envelopes }]);
    },
  };
}

const REFUSED = {
  code: 'session_unreadable',
  message: 'The session log could not be read.',
  hint: 'Check the rights of the state folder, then try again.',
  safe: 'The log itself was not changed.',
} as const;

function handlersOf(scene: Scene, appearance: Appearance): Handlers {
  let look = appearance;
  const first = scene.sessions[0];
  const snapshot = () => {
    if (first === undefined) throw new Error('This scene has no session.');
    return { summary: first, ...endOf(scene), seq: scene.events.length };
  };
  const project = () => {
    if (scene.project === null) throw new Error('This scene has no project.');
    return scene.project;
  };
  return {
    'app.info': () => INFO,
    'app.appearance.get': () => look,
    'app.appearance.set': (change) => {
      look = { ...look, ...definedOnly(change) };
      return look;
    },
    'app.show': () => null,
    'app.openExternal': () => null,
    'project.current': () => scene.project,
    'project.recent': () => RECENT,
    'project.open': project,
    'project.openDemo': project,
    'project.pick': () => ({ native: false, path: null }),
    'project.browse': () => FOLDER,
    'project.trust': () => {
      const { untrusted: _, ...trusted } = project();
      return trusted;
    },
    'models.list': () => MODELS,
    'models.listings': () => LISTINGS,
    'models.refresh': () => LISTINGS,
    'models.favourite': () => null,
    'doctor.run': () => DOCTOR,
    'sessions.list': () => scene.sessions,
    'sessions.create': snapshot,
    'sessions.open': snapshot,
    ...transcriptAnswers(scene),
    'sessions.close': () => null,
    'sessions.mark': () => null,
    'sessions.trash': () => null,
    'sessions.trashed': () => [],
    'sessions.restore': () => null,
    'sessions.emptyTrash': () => ({ deleted: 0 }),
    'sessions.fork': snapshot,
    'sessions.export': ({ path: target }) => ({ path: target }),
    'sessions.import': snapshot,
    'sessions.search': ({ query }) => searchIn(scene, query),
    'session.context': () => CONTEXT,
    'session.command': () => null,
    'rewind.plan': () => ({
      files: 'kept',
      changes: [
        { path: 'src/berths/overlap.ts', change: 'modified' },
        { path: 'test/berths/overlap.test.ts', change: 'deleted' },
      ],
      left: [{ path: 'vendor/tide-tables', reason: 'not_then' }],
    }),
    'rewind.go': () => null,
    'rewind.redo': () => null,
    ...fixedAnswers(),
    'draft.get': ({ session }) => ({ text: session === null ? (scene.draft ?? '') : '', attachments: [] }),
    ...settingsHandlers(),
  };
}

function definedOnly(change: Partial<{ [K in keyof Appearance]: Appearance[K] | undefined }>): Partial<Appearance> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** Finds the words in titles, and in the prompts of the open session. */
function searchIn(scene: Scene, query: string): RequestOutputs['sessions.search'] {
  const needle = query.toLowerCase();
  const place = (text: string) => {
    const from = text.toLowerCase().indexOf(needle);
    return from === -1 ? undefined : { snippet: text, marks: [{ from, to: from + needle.length }] };
  };
  const titles = scene.sessions.flatMap(({ id: session, title, updatedAt }) => {
    const found = place(title);
    return found ? [{ session, project: '/p', title, updatedAt, role: 'title' as const, ...found }] : [];
  });
  const [first] = scene.sessions;
  const prompts = scene.events.flatMap(({ event }) => {
    if (first === undefined || event.type !== 'message.end' || event.message.role !== 'user') return [];
    const found = place(event.message.text);
    const of = { session: first.id, project: '/p', title: first.title, updatedAt: first.updatedAt, item: event.message.id };
    return found ? [{ ...of, role: 'user' as const, ...found }] : [];
  });
  return { hits: [...titles, ...prompts], more: false };
}
