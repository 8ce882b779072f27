import type { SessionId } from '../../shared/ids.ts';
import { sessionIdSchema } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { RetentionConfig } from '../config/schema.ts';
import type { Checkpoints } from '../git/checkpoints.ts';
import type { Ports } from '../lib/ports.ts';
import type { Scope } from '../lib/scope.ts';
import { exportJson, importJson } from '../session/export-json.ts';
import { exportMarkdown } from '../session/export-markdown.ts';
import { forkOf, type Seed } from '../session/fork.ts';
import { updateTextIndexes } from '../store/search-candidates.ts';
import type { SessionStore, StoredLog } from '../store/session-log.ts';
import { readText, writeText } from './chosen-file.ts';
import { keepBlobs, picturesFor } from './export-blobs.ts';
import type { ExportOptions, SessionLibrary } from './library-api.ts';
import type { LiveSessions } from './live-sessions.ts';
import { createRetention } from './retention.ts';
import { searchSessions } from './search-sessions.ts';

export interface LibraryOptions {
  readonly project: string;
  readonly ports: Ports;
  readonly store: SessionStore;
  readonly live: LiveSessions;
  readonly checkpoints: Checkpoints | undefined;
  readonly rules: RetentionConfig;
  /** Called when the list of sessions looks different. */
  readonly changed: () => Promise<void>;
  readonly scope: Scope;
}

/** The largest file that is taken for an exported session. */
const MAX_IMPORT_BYTES = 256 * 1024 * 1024;

/** See `SessionLibrary`. */
export function createSessionLibrary(options: LibraryOptions): SessionLibrary {
  const { project, ports, store, live, changed, scope } = options;
  const clean = createRetention({ ...options, clock: ports.clock, isOpen: (id) => live.isOpen(id) });
  let searching = new AbortController();
  let indexing = new AbortController();
  scope.add(() => indexing.abort());

  async function told<T>(result: Result<T, Problem>): Promise<Result<T, Problem>> {
    if (result.ok) await changed();
    return result;
  }

  async function seed(id: SessionId, made: Seed): Promise<Result<SessionId, Problem>> {
    const seeded = await store.seed({ id, project, ...made });
    return seeded.ok ? told(ok(id)) : seeded;
  }

  const newId = (): SessionId => sessionIdSchema.parse(ports.ids.hex(16));

  return {
    ...shelf(options, told),
    trashed: () => store.trashed(project),
    restore: async (id) => told(await store.restore(project, id)),
    emptyTrash: () => store.emptyTrash(project),
    clean: async (how) => (how.dryRun ? clean(how) : told(await clean(how))),
    fork: async (id, at) => {
      const stored = await store.read(project, id);
      if (!stored.ok) return stored;
      const fork = newId();
      const made = forkOf(stored.value.events, { id: fork, at, now: ports.clock.now() });
      return made.ok ? seed(fork, made.value) : made;
    },
    search: async (query, { all = false } = {}) => {
      searching.abort();
      searching = new AbortController();
      const { signal } = searching;
      const logs = withLive(await store.logs(all ? undefined : project), live.summaries());
      indexing.abort();
      const answer = await searchSessions(logs, query.trim(), { processes: ports.processes, blobs: store.blobs, owner: project, signal });
      if (signal.aborted) return err(SUPERSEDED);
      indexing = new AbortController();
      void updateTextIndexes(logs, { blobs: store.blobs, logger: ports.logger, signal: indexing.signal });
      return ok(answer);
    },
    exportText: async (id, format) => {
      const stored = await store.read(project, id);
      if (!stored.ok) return stored;
      const { events } = stored.value;
      return ok(format === 'json' ? exportJson(events, await picturesFor(events, store.blobs)) : exportMarkdown(events));
    },
    async exportTo(id: SessionId, options: ExportOptions) {
      const text = await this.exportText(id, options.format);
      return text.ok ? writeText(text.value, options) : text;
    },
    importFrom: async (path) => {
      const text = await readText(path, MAX_IMPORT_BYTES);
      if (!text.ok) return text;
      const id = newId();
      const made = importJson(text.value, { id, project, now: ports.clock.now() });
      if (!made.ok) return made;
      const kept = await keepBlobs(made.value.blobs, store.blobs);
      return kept ? err(kept) : seed(id, made.value.seed);
    },
  };
}

type Told = <T>(result: Result<T, Problem>) => Promise<Result<T, Problem>>;

/** What takes a session out of sight. A busy one stays. */
function shelf({ project, store, live }: LibraryOptions, told: Told): Pick<SessionLibrary, 'mark' | 'close' | 'trash'> {
  return {
    mark: async (id, marks) => {
      const busy = marks.archived === true ? live.busyProblem(id, 'archive the session') : undefined;
      return busy ? err(busy) : told(await store.mark(project, id, marks));
    },
    close: async (id) => {
      const busy = live.busyProblem(id, 'close the session');
      if (busy) return err(busy);
      await live.close(id);
      return ok(null);
    },
    trash: async (id) => {
      const busy = live.busyProblem(id, 'delete the session');
      if (busy) return err(busy);
      await live.close(id);
      return told(await store.trash(project, id));
    },
  };
}

/** What is stored of a session that is open lags behind. */
function withLive(logs: readonly StoredLog[], summaries: readonly SessionSummary[]): readonly StoredLog[] {
  const known = new Map(summaries.map((summary) => [summary.id, summary]));
  const fresh = logs.map((log) => ({ ...log, summary: known.get(log.summary.id) ?? log.summary }));
  return fresh.sort((a, b) => b.summary.updatedAt - a.summary.updatedAt);
}

const SUPERSEDED: Problem = { code: 'cancelled', message: 'Another search took the place of this one.', hint: 'Nothing is to be done.' };
