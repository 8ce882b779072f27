import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptEvent, Stamped } from '../../../shared/events.ts';
import { type SessionId, sessionIdSchema } from '../../../shared/ids.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Result } from '../../../shared/result.ts';
import { createRandomIds } from '../../lib/ids.ts';
import { resolveStatePaths } from '../../lib/state-paths.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { type SessionFiles, sessionFiles } from '../paths.ts';
import type { SessionLog, SessionStore } from '../session-log.ts';
import { createSessionStore, type SessionStoreOptions } from '../session-store.ts';

export const PROJECT = '/work place/Project';

/** A store in a folder of its own, with a clock that stands still. */
export interface StoreFixture {
  readonly home: string;
  readonly state: string;
  readonly clock: ManualClock;
  readonly store: SessionStore;
  /** What was logged at `warn` and above. */
  readonly warnings: readonly string[];
  newId(): SessionId;
  files(id: SessionId): SessionFiles;
  create(id?: SessionId): Promise<SessionLog>;
  open(id: SessionId): Promise<SessionLog>;
  /** Closes the logs that were created and opened through it, and deletes everything. */
  remove(): Promise<void>;
}

export async function createStoreFixture(options: SessionStoreOptions = {}): Promise<StoreFixture> {
  const home = await mkdtemp(join(tmpdir(), 'steiner-store-'));
  const paths = resolveStatePaths({ vars: { STEINER_HOME: home }, home, platform: process.platform });
  const clock = new ManualClock();
  const ids = createRandomIds();
  const warnings: string[] = [];
  const logger = {
    log: (level: string, message: string) => {
      if (level === 'warn' || level === 'error') warnings.push(message);
    },
  };
  const store = createSessionStore({ clock, ids, paths, logger }, options);
  const opened: SessionLog[] = [];
  const track = (log: SessionLog) => {
    opened.push(log);
    return log;
  };
  const newId = () => sessionIdSchema.parse(ids.hex(16));
  return {
    home,
    state: paths.state,
    clock,
    store,
    warnings,
    newId,
    files: (id) => sessionFiles(paths.state, PROJECT, id),
    create: async (id = newId()) => track(must(await store.create({ id, project: PROJECT, title: 'A title', model: 'p/m' }))),
    open: async (id) => track(must(await store.open(PROJECT, id))),
    remove: async () => {
      await Promise.all(opened.map((log) => log.close()));
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export function must<T>(result: Result<T, Problem>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.error.code}: ${result.error.message} ${result.error.detail ?? ''}`);
}

export function notice(message: string): KeptEvent {
  return { type: 'notice', level: 'info', code: 'problem', message };
}

/** Appends all at once and waits; what was acknowledged, in order. */
export async function appendAll(log: SessionLog, events: readonly KeptEvent[]): Promise<readonly Result<Stamped, Problem>[]> {
  return Promise.all(events.map((event) => log.append(event)));
}

export function eventsOf(log: SessionLog): readonly unknown[] {
  return log.events.map(({ event }) => event);
}
