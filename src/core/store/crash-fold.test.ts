import { appendFile, readFile, truncate } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type KeptEvent, keptEventSchema, liveEventSchema, type SessionEvent, type Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import { arbitraryOf } from '../testing/schema-arbitrary.ts';
import { appendAll, createStoreFixture, type StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await createStoreFixture();
});
afterEach(() => fixture.remove());

const keptKinds = keptEventSchema.options.map((option) => arbitraryOf(option) as fc.Arbitrary<KeptEvent>);
const liveKinds = liveEventSchema.options.map((option) => arbitraryOf(option) as fc.Arbitrary<SessionEvent>);
const anyKept = fc.oneof(...keptKinds);
const anyEvent = fc.oneof(anyKept, fc.oneof(...liveKinds));

function stamp(events: readonly SessionEvent[]): readonly Stamped[] {
  return events.map((event, index) => ({ time: index + 1, event }));
}

test('events of every kind, in any order, fold the same one by one, in batches and at once, and change no earlier view', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), fc.nat({ max: 40 }), (events, cut) => {
      const stamped = stamp(events);
      const whole = fold(emptyView(), stamped);
      let view = emptyView();
      for (const event of stamped) {
        const before = structuredClone(view);
        const next = fold(view, [event]);
        expect(view).toEqual(before);
        view = next;
      }
      expect(view).toEqual(whole);
      expect(fold(fold(emptyView(), stamped.slice(0, cut)), stamped.slice(cut))).toEqual(whole);
    }),
    { numRuns: 300 },
  );
});

test('every kind can be made, kept, and folded', async () => {
  for (const kinds of [keptKinds, liveKinds]) {
    for (const kind of kinds) for (const event of fc.sample(kind, 5)) fold(emptyView(), stamp([event]));
  }
  const kept = keptKinds.flatMap((kind) => fc.sample(kind, 3));
  const log = await fixture.create();
  await appendAll(log, kept);
  await log.close();
  const again = await fixture.open(log.id);
  expect(again.events.map(({ event }) => event)).toEqual(kept);
});

test('wherever a crash cuts a log behind what was shown, the same is seen again, and it goes on as if it had not stopped', async () => {
  const cuts = fc.record({
    shown: fc.double({ min: 0, max: 1, noNaN: true }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    junk: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyKept, { minLength: 1, maxLength: 20 }), cuts, async (events, { shown, at, junk }) => {
      const log = await fixture.create();
      await appendAll(log, events);
      await log.close();
      const { log: path } = fixture.files(log.id);
      const bytes = await readFile(path);
      const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([index]) => index + 1);
      const count = Math.floor(shown * events.length);
      const least = ends[count] ?? bytes.length;
      await truncate(path, least + Math.floor(at * (bytes.length - least)));
      if (junk) await appendFile(path, '\u0000\u0000{"id":');

      const again = await fixture.open(log.id);
      await again.close();
      const seen = stamp(events.slice(0, count));
      const reread = again.events.map(({ event }, index) => ({ time: index + 1, event }));
      expect(reread.length).toBeGreaterThanOrEqual(count);
      expect(reread).toEqual(stamp(events.slice(0, reread.length)));
      expect(fold(fold(emptyView(), seen), reread.slice(count))).toEqual(fold(emptyView(), reread));
    }),
    { numRuns: 60 },
  );
});
