import type { SessionId } from '../../shared/ids.ts';
import type { PrefixReport } from '../../shared/prefix.ts';
import type { Core } from './core.ts';
import { asLoaded } from './loaded.ts';
import { INITIAL_PREFIX, type PrefixState } from './prefix-state.ts';

export function prefixCommands(core: Core) {
  return {
    loadPrefix: (session: SessionId) => loadPrefix(core, session),
    earlierRequests: () => earlierRequests(core),
    compareRequests: (open: number, against: number | null) => compareRequests(core, open, against),
    closeRequest: () => change(core, { open: null, against: null, pair: { state: 'idle' } }),
  };
}

function change(core: Core, next: Partial<PrefixState>): void {
  core.update(({ prefix }) => ({ prefix: { ...prefix, ...next } }));
}

/** What was known of the session stays on screen until the answer is here. */
async function loadPrefix(core: Core, session: SessionId): Promise<void> {
  if (core.get().prefix.session !== session) core.update(() => ({ prefix: { ...INITIAL_PREFIX, session, report: { state: 'loading' } } }));
  const answer = await core.client.request('prefix.report', { session });
  const { prefix } = core.get();
  if (prefix.session !== session) return;
  const known = prefix.report.state === 'ready' ? prefix.report.value : undefined;
  change(core, { report: answer.ok && known ? { state: 'ready', value: joined(known, answer.value) } : asLoaded(answer) });
}

/** The pages that were read before the newest stay. */
function joined(known: PrefixReport, newest: PrefixReport): PrefixReport {
  const first = newest.rows[0]?.number ?? 1;
  const older = known.rows.filter(({ number }) => number < first);
  return older.at(-1)?.number === first - 1 ? { ...newest, rows: [...older, ...newest.rows], earlier: known.earlier } : newest;
}

async function earlierRequests(core: Core): Promise<void> {
  const { session, report, fetching } = core.get().prefix;
  const first = report.state === 'ready' ? report.value.rows[0]?.number : undefined;
  if (session === null || first === undefined || fetching) return;
  change(core, { fetching: true });
  const page = await core.ask('prefix.report', { session, before: first });
  const now = core.get().prefix;
  if (now.session !== session) return;
  if (now.report.state !== 'ready') return change(core, { fetching: false });
  const { rows } = now.report.value;
  const joins = page !== undefined && rows[0]?.number === first;
  change(core, {
    fetching: false,
    ...(joins ? { report: { state: 'ready', value: { ...now.report.value, rows: [...page.rows, ...rows], earlier: page.earlier } } } : {}),
  });
}

/** `against` is null for a request that has none before it. */
async function compareRequests(core: Core, open: number, against: number | null): Promise<void> {
  const { session } = core.get().prefix;
  if (session === null) return;
  change(core, { open, against, pair: { state: against === null ? 'idle' : 'loading' } });
  if (against === null) return;
  const answer = await core.client.request('prefix.pair', { session, a: against, b: open });
  const now = core.get().prefix;
  if (now.session === session && now.open === open && now.against === against) change(core, { pair: asLoaded(answer) });
}
