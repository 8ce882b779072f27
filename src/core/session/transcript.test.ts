import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionView, TranscriptItem } from '../../shared/fold-types.ts';
import { logs } from './testing/log-story.ts';
import { Transcript } from './transcript.ts';
import { readPage } from './transcript-page.ts';

const sizes = fc.record({
  items: fc.integer({ min: 1, max: 9 }),
  chars: fc.constantFrom(200, 100_000),
  pack: fc.integer({ min: 1, max: 4 }),
});

async function allItems(transcript: Transcript, events: readonly Stamped[]): Promise<readonly TranscriptItem[]> {
  const items: TranscriptItem[] = [];
  while (items.length < transcript.items) {
    const page = await readPage(transcript, items.length, async (from, to) => events.slice(from, to));
    expect(page).toMatchObject({ first: items.length, total: transcript.items });
    items.push(...page.items);
  }
  return items;
}

/** What of a view does not depend on how much of it is there. */
function stateOf({ first, items, starts, rewinds, ...state }: SessionView): unknown {
  return { ...state, count: first + items.length, rewinds: rewinds.map(({ items: _, ...rest }) => rest) };
}

describe('the pages of a transcript', () => {
  test('hold the items, the turns and the state that folding all events gives, however the log goes', async () => {
    await fc.assert(
      fc.asyncProperty(logs, sizes, async (events, size) => {
        const whole = fold(emptyView(), events);
        const transcript = new Transcript(events, size);
        expect(await allItems(transcript, events)).toEqual(whole.items);
        expect(Array.from({ length: transcript.starts.length }, (_, index) => transcript.starts.at(index))).toEqual(whole.starts);
        expect(stateOf(transcript.view)).toEqual(stateOf(whole));
      }),
      { numRuns: 1_000 },
    );
  });

  test('end with events that give the newest items, and go on from there', async () => {
    await fc.assert(
      fc.property(logs, sizes, fc.nat({ max: 200 }), (events, size, cut) => {
        const { end } = new Transcript(events.slice(0, cut), size);
        const rest = events.slice(cut).filter(({ event }) => event.type !== 'session.rewind' && event.type !== 'session.redo');
        const view = fold(fold(end.base, end.events), rest);
        const whole = fold(emptyView(), [...events.slice(0, cut), ...rest]);
        expect(stateOf(view)).toEqual(stateOf(whole));
        expect(view.items).toEqual(whole.items.slice(view.first));
      }),
      { numRuns: 500 },
    );
  });
});
