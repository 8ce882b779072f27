import type { PrefixPair, PrefixReport, PrefixRow } from '../../shared/prefix.ts';

const START = Date.UTC(2026, 9, 26, 9, 12, 4);

function row(number: number, tokens: number, cacheRead: number, rest: Partial<PrefixRow> = {}): PrefixRow {
  return {
    number,
    time: START + number * 47_000,
    model: 'anthropic/claude-sonnet-4-5',
    source: 'parent',
    retry: false,
    inherited: false,
    state: 'answered',
    messages: 2 + 2 * number,
    tokens,
    cacheRead,
    ...(number > 1 ? { before: number - 1 } : {}),
    cause: { kind: number > 1 ? 'extends' : 'first' },
    loss: { state: 'none' },
    ...rest,
  };
}

const BREAK: Partial<PrefixRow> = {
  place: { part: 'message', message: 3, role: 'user' },
  cause: { kind: 'compaction' },
  loss: { state: 'known', tokens: 18_204, unread: 0, cost: 62_803_800 },
};

const { tokens: _, cacheRead: __, ...FAILED }: PrefixRow = row(4, 0, 0, { state: 'failed', loss: { state: 'uncounted' } });

const ROWS: readonly PrefixRow[] = [
  row(1, 12_480, 0),
  row(2, 14_022, 12_480),
  row(3, 15_790, 14_022),
  FAILED,
  row(5, 61_377, 15_790, { before: 3, retry: true }),
  row(6, 61_912, 0, {
    cause: { kind: 'expired', idle: 23 * 60_000, keeps: 5 * 60_000 },
    loss: { state: 'known', tokens: 61_377, unread: 61_377, cost: 211_750_650 },
  }),
  row(7, 62_240, 61_912, { source: 'compaction' }),
  row(8, 24_310, 6_106, BREAK),
  row(9, 25_002, 24_310),
];

export const PREFIX: PrefixReport = {
  rows: ROWS,
  earlier: 0,
  totals: { requests: 9, breaks: 1, tokens: 79_581, cost: 274_554_450, unpriced: 0, unreported: 0 },
  unreadable: 0,
};

export function prefixPair(a: number, b: number): PrefixPair {
  const [first = row(a, 1, 0), second = row(b, 1, 0)] = [ROWS[a - 1], ROWS[b - 1]];
  const { cause, loss, place } = second;
  if (!place) return { a: first, b: second, cause, loss };
  return {
    ...{ a: first, b: second, cause, loss, place },
    sizes: { was: 412, is: 3_907 },
    bytes: {
      byte: 41,
      lead: '{"role":"user","content":[{"type":"text","text":"',
      was: 'Bookings across the end of a month are taken for free. Find out why, and write a test first."}]}',
      is: '# What happened so far\\n\\nThe person asked why bookings across the end of a month are taken for free. `overlaps` compared months, ',
      more: { lead: false, was: false, is: true },
    },
  };
}
