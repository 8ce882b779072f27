import type { Stamped } from '../../../shared/events.ts';
import type { SessionId } from '../../../shared/ids.ts';
import type { PrefixPair, PrefixReport } from '../../../shared/prefix.ts';
import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Ports } from '../../lib/ports.ts';
import { unreadableRecord } from '../../store/fs-problem.ts';
import { openRequestFile, type RequestFile } from '../../store/request-file.ts';
import type { SessionStore } from '../../store/session-log.ts';
import type { LiveSessions } from '../live-sessions.ts';
import type { RequestRecords } from '../request-records.ts';
import { type Lineage, lineageOf, type RecordedRequests, type RecordedSession } from './lineage.ts';
import { pairOf } from './prefix-pair.ts';
import { type PageOptions, reportOf } from './prefix-report.ts';

/** What was sent to models in the sessions of a project. */
export interface SessionPrefix {
  /** The newest requests. */
  report(session: SessionId, page?: PageOptions): Promise<Result<PrefixReport, Problem>>;
  /** Two requests, by number; the earlier one first. */
  pair(session: SessionId, a: number, b: number): Promise<Result<PrefixPair, Problem>>;
}

export interface SessionPrefixDeps {
  readonly project: string;
  readonly ports: Pick<Ports, 'paths'>;
  readonly store: SessionStore;
  readonly live: LiveSessions;
  /** What was sent is written down before it is read. */
  readonly requests: Pick<RequestRecords, 'flush'>;
}

type Recorded = Awaited<ReturnType<RequestFile['read']>>;

/** How many forks of forks are followed back. */
const GENERATIONS = 16;

export function createSessionPrefix(deps: SessionPrefixDeps): SessionPrefix {
  return {
    report: async (session, page) => {
      const read = await readSession(deps, session);
      return read.ok ? ok(reportOf(read.value, page)) : read;
    },
    pair: async (session, a, b) => {
      const read = await readSession(deps, session);
      if (!read.ok) return read;
      const [first, second] = [a, b].toSorted((x, y) => x - y).map((number) => read.value.lineage.attempts[number - 1]);
      if (!first || !second || first === second) return err(noPair(read.value.lineage));
      const file = openRequestFile(deps.ports, deps.project, session);
      return ok(await pairOf(read.value, first, second, (blob) => file.text(blob)));
    },
  };
}

async function readSession(deps: SessionPrefixDeps, session: SessionId): Promise<Result<RecordedSession, Problem>> {
  const events = await eventsOf(deps, session);
  if (!events.ok) return events;
  await deps.requests.flush();
  const own = await recordOf(deps, session);
  if (!own.ok) return own;
  const earlier = await ancestors(deps, events.value);
  const lineage = lineageOf([...earlier, { lines: own.value.lines, inherited: false }], events.value);
  return ok({ lineage, events: events.value, unreadable: own.value.unreadable });
}

async function recordOf({ ports, project }: SessionPrefixDeps, session: SessionId): Promise<Result<Recorded, Problem>> {
  try {
    return ok(await openRequestFile(ports, project, session).read());
  } catch (failure) {
    return err(unreadableRecord(failure));
  }
}

async function eventsOf({ project, store, live }: SessionPrefixDeps, session: SessionId): Promise<Result<readonly Stamped[], Problem>> {
  const opened = live.isOpen(session) ? await live.session(session) : undefined;
  if (opened?.ok) return ok(await opened.value.kept.events());
  const stored = await store.read(project, session);
  return stored.ok ? ok(stored.value.events) : stored;
}

/** The requests of the sessions that this one was forked from, up to each fork; those that are gone or cannot be read are left out. */
async function ancestors(deps: SessionPrefixDeps, events: readonly Stamped[]): Promise<readonly RecordedRequests[]> {
  const found: RecordedRequests[] = [];
  let from = events;
  for (let generation = 0; generation < GENERATIONS; generation += 1) {
    const start = from[0];
    if (start?.event.type !== 'session.start' || start.event.forkedFrom === undefined) break;
    const parent = start.event.forkedFrom;
    const record = await recordOf(deps, parent);
    found.unshift({ lines: record.ok ? record.value.lines : [], inherited: true, until: start.time });
    const stored = await eventsOf(deps, parent);
    if (!stored.ok) break;
    from = stored.value;
  }
  return found;
}

function noPair({ attempts }: Lineage): Problem {
  const last = attempts.length;
  return {
    code: 'bad_request',
    message: last < 2 ? 'There are no two requests to compare.' : `Name two different requests from 1 to ${last}.`,
    hint: last < 2 ? 'Requests are recorded as they are sent.' : 'List them with `steiner sessions prefix` and the id of the session.',
  };
}
