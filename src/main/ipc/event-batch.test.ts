import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/testing/manual-clock.ts';
import type { Envelope, SessionEvent } from '../../shared/events.ts';
import { callIdSchema, messageIdSchema } from '../../shared/ids.ts';
import type { Upward } from '../../shared/ipc.ts';
import { DEFAULT_APPEARANCE } from '../../shared/settings.ts';
import { EventBatch } from './event-batch.ts';

function rig() {
  const clock = new ManualClock();
  const sent: (readonly Upward[])[] = [];
  return { clock, sent, batch: new EventBatch({ clock, send: (batch) => sent.push(batch) }) };
}

function text(seq: number, message: string, words: string, session = 's'): Envelope {
  return envelope(seq, { type: 'message.update', message: messageIdSchema.parse(message), kind: 'text', text: words }, session);
}

function output(seq: number, call: string, words: string): Envelope {
  return envelope(seq, { type: 'tool.update', call: callIdSchema.parse(call), text: words });
}

function envelope(seq: number, event: SessionEvent, session = 's'): Envelope {
  return { session, seq, time: seq, event };
}

function events(...all: Envelope[]): Upward {
  return { type: 'events', events: all };
}

/** Lets everything that is due run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

describe('batches', () => {
  it('leave at once after a pause, then once per frame', async () => {
    const { clock, sent, batch } = rig();
    batch.push(events(text(1, 'm', 'a')));
    await settle();
    batch.push(events(text(2, 'm', 'b')));
    await settle();
    const early = sent.length;
    await clock.advance(15);
    const before = sent.length;
    await clock.advance(1);
    expect([early, before, sent]).toEqual([1, 1, [[events(text(1, 'm', 'a'))], [events(text(2, 'm', 'b'))]]]);
  });

  it('join text of one message and output of one call, with the later seq', async () => {
    const { sent, batch } = rig();
    batch.push(events(text(1, 'm', 'a'), text(2, 'm', 'b')));
    batch.push(events(text(3, 'm', 'c'), text(4, 'n', 'd'), output(5, 'x', 'e'), output(6, 'x', 'f'), output(7, 'y', 'g')));
    await settle();
    expect(sent).toEqual([[events(text(3, 'm', 'abc'), text(4, 'n', 'd'), output(6, 'x', 'ef'), output(7, 'y', 'g'))]]);
  });

  it('keep text of two sessions apart', async () => {
    const { sent, batch } = rig();
    batch.push(events(text(1, 'm', 'a', 's'), text(1, 'm', 'b', 't')));
    await settle();
    expect(sent).toEqual([[events(text(1, 'm', 'a', 's'), text(1, 'm', 'b', 't'))]]);
  });

  it('hold at most five hundred events', async () => {
    const { clock, sent, batch } = rig();
    batch.push(events(...Array.from({ length: 1_200 }, (_, i) => text(i, `m${i}`, 'a'))));
    await settle();
    await clock.advance(16);
    await clock.advance(16);
    expect(sent.map((one) => one.map((upward) => (upward.type === 'events' ? upward.events.length : 0)))).toEqual([[500], [500], [200]]);
  });

  it('carry only the latest of lists and settings', async () => {
    const { sent, batch } = rig();
    batch.push({ type: 'appearance', appearance: DEFAULT_APPEARANCE });
    batch.push(events(text(1, 'm', 'a')));
    batch.push({ type: 'appearance', appearance: { ...DEFAULT_APPEARANCE, zoom: 2 } });
    await settle();
    expect(sent).toEqual([[events(text(1, 'm', 'a')), { type: 'appearance', appearance: { ...DEFAULT_APPEARANCE, zoom: 2 } }]]);
  });

  it('stop when the window is closed', async () => {
    const { sent, batch } = rig();
    batch.push(events(text(1, 'm', 'a')));
    batch.close();
    batch.push(events(text(2, 'm', 'b')));
    await settle();
    expect(sent).toEqual([]);
  });

  it('lose, double and reorder no text, whatever comes', async () => {
    const delta = fc.record({ message: fc.constantFrom('m', 'n'), words: fc.string({ maxLength: 4 }), pause: fc.constantFrom(0, 5, 20) });
    await fc.assert(
      fc.asyncProperty(fc.array(delta, { maxLength: 40 }), async (deltas) => {
        const { clock, sent, batch } = rig();
        for (const [index, { message, words, pause }] of deltas.entries()) {
          batch.push(events(text(index + 1, message, words)));
          await clock.advance(pause);
        }
        await clock.advance(16);
        await clock.advance(16);
        const shown = sent.flat().flatMap((upward) => (upward.type === 'events' ? upward.events : []));
        expect(textsOf(shown)).toEqual(textsOf(deltas.map(({ message, words }, index) => text(index + 1, message, words))));
        expect(shown.map(({ seq }) => seq)).toEqual(shown.map(({ seq }) => seq).toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('a snapshot', () => {
  it('comes after everything before it, and no event spans it', async () => {
    const { sent, batch } = rig();
    batch.push(events(text(1, 'm', 'a')));
    const answer = await batch.exact(async () => {
      batch.push(events(text(2, 'm', 'b')));
      batch.push(events(text(3, 'm', 'c')));
      return 2;
    });
    batch.push(events(text(4, 'm', 'd')));
    expect([answer, sent]).toEqual([2, [[events(text(1, 'm', 'a'))], [events(text(2, 'm', 'b'), text(3, 'm', 'c'))]]]);
  });
});

function textsOf(envelopes: readonly Envelope[]): Record<string, string> {
  const texts: Record<string, string> = { m: '', n: '' };
  for (const { event } of envelopes) if (event.type === 'message.update') texts[event.message] += event.text;
  return texts;
}
