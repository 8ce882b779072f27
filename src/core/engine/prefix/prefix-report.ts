import type { Stamped } from '../../../shared/events.ts';
import type { PrefixComparison, PrefixReport, PrefixRow, PrefixTotals } from '../../../shared/prefix.ts';
import { compareAttempts } from './compare.ts';
import type { Lineage, RecordedSession } from './lineage.ts';
import { isAnswered, type SentAttempt } from './sent-tree.ts';

/** Rows that are given at once, when nothing else is asked for. */
const PAGE = 200;

export interface PageOptions {
  /** Only those before the one of that number. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

export function reportOf({ lineage, events, unreadable }: RecordedSession, { before, limit = PAGE }: PageOptions = {}): PrefixReport {
  const wanted = lineage.attempts.filter(({ number }) => before === undefined || number < before);
  const shown = wanted.slice(-limit);
  const rows = new Map(lineage.attempts.map((attempt) => [attempt, rowOf(attempt, lineage, events)]));
  return {
    rows: shown.flatMap((attempt) => rows.get(attempt) ?? []),
    earlier: wanted.length - shown.length,
    totals: totalsOf([...rows.values()].filter(({ inherited }) => !inherited)),
    unreadable,
  };
}

export function rowOf(attempt: SentAttempt, lineage: Lineage, events: readonly Stamped[]): PrefixRow {
  const { number, inherited, line, ended, content } = attempt;
  const before = lineage.before.get(attempt);
  return {
    ...comparison(attempt, { before, previous: lineage.attempts[number - 2], events }),
    number,
    time: line.time,
    model: line.model,
    source: line.source,
    retry: line.retry ?? false,
    inherited,
    state: ended ? (isAnswered(attempt) || ended.stop !== 'error' ? 'answered' : 'failed') : 'open',
    messages: content?.end.depth ?? 0,
    ...(ended?.usage ? { tokens: ended.usage.input, cacheRead: ended.usage.cacheRead } : {}),
    ...(before ? { before: before.number } : {}),
  };
}

interface Neighbours {
  readonly before: SentAttempt | undefined;
  /** The one just before, whatever model it went to. */
  readonly previous: SentAttempt | undefined;
  readonly events: readonly Stamped[];
}

function comparison(attempt: SentAttempt, { before, previous, events }: Neighbours): PrefixComparison {
  if (before) return compareAttempts(before, attempt, events);
  if (!attempt.content) return { cause: { kind: 'unreadable' }, loss: { state: 'none' } };
  const switched = previous !== undefined && previous.line.model !== attempt.line.model;
  return { cause: switched ? { kind: 'new_model', was: previous.line.model } : { kind: 'first' }, loss: { state: 'none' } };
}

function totalsOf(rows: readonly PrefixRow[]): PrefixTotals {
  const lost = rows.flatMap(({ loss }) => (loss.state === 'known' ? [loss] : []));
  return {
    requests: rows.length,
    breaks: rows.filter(({ place }) => place !== undefined).length,
    tokens: lost.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: lost.reduce((sum, { cost = 0 }) => sum + cost, 0),
    unpriced: lost.filter(({ cost }) => cost === undefined).length,
    unreported: rows.filter(({ loss }) => loss.state === 'unreported').length,
  };
}
