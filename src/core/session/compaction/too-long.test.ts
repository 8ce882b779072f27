import { describe, expect, it } from 'vitest';
import { emptyView, fold } from '../../../shared/fold.ts';
import type { CompactionItem } from '../../../shared/fold-types.ts';
import type { Model, ModelRequest, StreamEvent } from '../../providers/provider.ts';
import { answer, ID, type SessionSetup, setupSession } from '../../testing/session-rig.ts';

type Rig = ReturnType<typeof setupSession>;

const LONG = 'every word here takes about one token and no more '.repeat(25);

async function talk(rig: Rig, from: number, to: number): Promise<void> {
  for (let turn = from; turn <= to; turn += 1) {
    rig.say(`Prompt ${turn}.`);
    await rig.session.idle();
  }
}

function compactions(rig: Rig): readonly CompactionItem[] {
  return fold(emptyView(), rig.shown).items.flatMap((item) => (item.kind === 'compaction' ? [item] : []));
}

/** A provider with a smaller context than anybody knows: it refuses what holds more messages. */
function refusing(most: number, summary: (request: ModelRequest) => readonly StreamEvent[]): SessionSetup['script'] {
  const tooLong: readonly StreamEvent[] = [
    { type: 'end', stop: 'error', blocks: [], problem: { code: 'context_full', message: 'Too long.', hint: 'Shorten it.' } },
  ];
  return (request) => {
    if (request.messages.length > most) return tooLong;
    return request.purpose ? summary(request) : answer(`Answer. ${LONG}`);
  };
}

describe('a request that the provider finds too long', () => {
  it('is sent once more after a compaction, and the turn goes on', async () => {
    const rig = setupSession({ script: refusing(13, () => answer('So far.')) });
    await talk(rig, 1, 7);
    expect(rig.requests.map(({ purpose, messages }) => [purpose ?? 'round', messages.length]).slice(6)).toEqual([['round', 13]]);
    await talk(rig, 8, 8);
    expect(rig.requests.map(({ purpose, messages }) => [purpose ?? 'round', messages.length]).slice(7)).toEqual([
      ['round', 15],
      ['compaction', 16],
      ['compaction', 9],
      ['round', 8],
    ]);
    expect(compactions(rig)).toMatchObject([{ cause: 'automatic', source: 'model', generation: 1 }]);
    expect(fold(emptyView(), rig.shown).items.at(-1)).toMatchObject({ kind: 'turn', stop: 'complete' });
  });

  it('is summarised by an extract where even the summary is refused', async () => {
    const rig = setupSession({ script: refusing(8, () => answer('never')) });
    await talk(rig, 1, 5);
    expect(compactions(rig)).toMatchObject([{ source: 'model' }]);
    const tiny = setupSession({ script: (request) => refusing(request.purpose ? 0 : 8, () => answer('never'))(request, 0) });
    await talk(tiny, 1, 5);
    expect(compactions(tiny)).toMatchObject([{ source: 'extract' }]);
    expect(fold(emptyView(), tiny.shown).items.at(-1)).toMatchObject({ kind: 'turn', stop: 'complete' });
  });

  it('ends the turn with what the provider said when that did not help, after one try', async () => {
    const rig = setupSession({ script: refusing(0, () => answer('So far.')) });
    rig.say('one');
    await rig.session.idle();
    expect(rig.requests).toHaveLength(1);
    const again = setupSession({
      script: (request) =>
        request.messages.length < 12 && !request.purpose && again.requests.length < 6 ? answer(LONG) : refusing(0, () => [])(request, 0),
    });
    await talk(again, 1, 6);
    expect(again.requests.filter(({ purpose }) => !purpose)).toHaveLength(7);
    for (const { shown } of [rig, again]) {
      expect(fold(emptyView(), shown).items.at(-1)).toMatchObject({
        kind: 'turn',
        stop: 'error',
        message: expect.stringMatching(/^Too long\./),
      });
    }
  });
});

describe('the model that writes summaries in place of another', () => {
  const DOWN: readonly StreamEvent[] = [
    { type: 'end', stop: 'error', blocks: [], problem: { code: 'provider_unreachable', message: 'Down.', hint: 'Later.' } },
  ];

  /** The session's own model writes no summary in that way; the other one is asked with what it gets noted. */
  async function compacted(own: readonly StreamEvent[], other: readonly StreamEvent[]) {
    const asked: ModelRequest[] = [];
    const model: Model = {
      info: { provider: 'q', id: 'long', scripted: true },
      async *stream(request) {
        asked.push(request);
        yield* other;
      },
    };
    const rig = setupSession({
      script: (request) => (request.purpose ? own : answer(`Answer. ${LONG}`)),
      deps: { compactionModel: async () => model },
    });
    await talk(rig, 1, 6);
    rig.send({ type: 'session.compact', session: ID });
    await talk(rig, 7, 7);
    return { rig, asked };
  }

  it('gets the same prefix under a cache key of its own, when the own model fails or has nothing to say', async () => {
    for (const own of [DOWN, answer('')]) {
      const { rig, asked } = await compacted(own, answer('Written by another.'));
      const [mine] = rig.requests.filter(({ purpose }) => purpose);
      const [theirs] = asked;
      expect(asked).toHaveLength(1);
      expect([theirs?.messages, theirs?.system, theirs?.tools, theirs?.purpose]).toEqual([
        mine?.messages,
        mine?.system,
        mine?.tools,
        'compaction',
      ]);
      expect(theirs?.cacheKey).toMatch(/^[0-9a-f]{32}$/);
      expect(new Set(rig.requests.map(({ cacheKey }) => cacheKey))).toEqual(new Set([ID]));
      expect(compactions(rig)).toMatchObject([{ source: 'model', writer: 'q/long', summary: 'Written by another.' }]);
    }
  });

  it('is not asked when the own model wrote one', async () => {
    const { rig, asked } = await compacted(answer('My own.'), answer('never'));
    expect(asked).toEqual([]);
    expect(compactions(rig)[0]).toMatchObject({ summary: 'My own.' });
    expect(compactions(rig)[0]).not.toHaveProperty('writer');
  });

  it('leaves it at what the own model said when it fails too', async () => {
    const { rig } = await compacted(DOWN, DOWN);
    expect(compactions(rig)).toEqual([]);
    expect(fold(emptyView(), rig.shown).items).toContainEqual(
      expect.objectContaining({ kind: 'notice', level: 'error', message: 'Down.' }),
    );
    const silent = await compacted(answer(''), DOWN);
    expect(compactions(silent.rig)).toMatchObject([{ source: 'extract' }]);
  });
});
