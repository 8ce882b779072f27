import { describe, expect, it } from 'vitest';
import { emptyView, fold } from '../../../shared/fold.ts';
import type { CompactionItem } from '../../../shared/fold-types.ts';
import type { MessageId } from '../../../shared/ids.ts';
import type { StreamEvent } from '../../providers/provider.ts';
import { answer, ID, type SessionSetup, setupSession } from '../../testing/session-rig.ts';
import { Memory } from '../memory.ts';

type Rig = ReturnType<typeof setupSession>;

/** Some 250 tokens. */
const LONG = 'every word here takes about one token and no more '.repeat(25);
/** Leaves 3,720 tokens for a prompt. */
const SMALL = { contextWindow: 4_000, maxOutputTokens: 200 } as const;
const TOO_LARGE = LONG.repeat(20);

/** The first answer alone fills the window; a summary is what it says. */
function filling(first: string, summary = 'So far.'): SessionSetup['script'] {
  return (request) => answer(request.purpose ? summary : request.messages.length === 1 ? first : 'Short.');
}

async function say(rig: Rig, ...prompts: readonly string[]): Promise<void> {
  for (const prompt of prompts) {
    rig.say(prompt);
    await rig.session.idle();
  }
}

function compactions(rig: Rig): readonly CompactionItem[] {
  return fold(emptyView(), rig.shown).items.flatMap((item) => (item.kind === 'compaction' ? [item] : []));
}

function stops(rig: Rig): readonly string[] {
  return rig.shown.flatMap(({ event }) => (event.type === 'turn.end' ? [event.stop] : []));
}

async function sent(rig: Rig): Promise<readonly string[]> {
  return new Memory(await rig.session.kept.events()).messages.map((message) =>
    message.role === 'assistant' ? 'answer' : message.text.length > 30 ? 'long' : message.text,
  );
}

async function pin(rig: Rig, pinned: boolean): Promise<void> {
  const found = (await rig.session.kept.events()).flatMap(({ event }) =>
    event.type === 'message.end' && event.message.role === 'assistant' ? [event.message.id] : [],
  );
  const [message = '' as MessageId] = found;
  expect(rig.send({ type: 'message.pin', session: ID, message, pinned })).toMatchObject({ ok: true });
}

describe('when the newest round is too large to stay', () => {
  it('only the unanswered prompt stays, and the conversation goes on', async () => {
    const rig = setupSession({ script: filling(TOO_LARGE), info: SMALL });
    await say(rig, 'a', 'b', 'c');
    expect(stops(rig)).toEqual(['complete', 'complete', 'complete']);
    expect(compactions(rig)).toMatchObject([
      { stage: 'emergency', source: 'extract', generation: 1, dropped: { prompts: 1, answers: 1, results: 0 } },
    ]);
    expect(await sent(rig)).toEqual(['long', 'b', 'answer', 'c', 'answer']);
    const again = setupSession({ script: filling(TOO_LARGE), info: SMALL, log: rig.written });
    await say(again, 'd');
    expect(JSON.stringify(again.requests[0]?.messages)).toContain(JSON.stringify(rig.requests.at(-1)?.messages).slice(0, -1));
  });

  it('is taken back to exactly what was sent before', async () => {
    const rig = setupSession({ script: filling(TOO_LARGE), info: SMALL });
    await say(rig, 'a', 'b');
    expect(await rig.undo(1)).toMatchObject({ ok: true });
    await rig.session.idle();
    expect(await sent(rig)).toEqual(['a', 'answer', 'b', 'answer']);
    await say(rig, 'c');
    expect(compactions(rig).map(({ undone, generation }) => [undone, generation])).toEqual([
      [true, 1],
      [false, 1],
    ]);
    expect(stops(rig)).toEqual(['complete', 'complete', 'complete']);
  });

  it('prompts that failed are summarised too, so that they do not add up', async () => {
    const rig = setupSession({ script: filling('Short.'), info: SMALL });
    await say(rig, 'a', TOO_LARGE, TOO_LARGE, TOO_LARGE, 'b');
    expect(stops(rig)).toEqual(['complete', 'error', 'error', 'error', 'complete']);
    expect(compactions(rig)).toMatchObject([{ dropped: { prompts: 4, answers: 1, results: 0 } }]);
    expect(await sent(rig)).toEqual(['long', 'b', 'answer']);
    const only = setupSession({ script: filling('Short.'), info: SMALL });
    await say(only, TOO_LARGE, TOO_LARGE, 'b');
    expect([stops(only), await sent(only)]).toEqual([
      ['error', 'error', 'complete'],
      ['long', 'b', 'answer'],
    ]);
  });

  it('what is pinned stays all the same; once it is unpinned, a compaction on request makes room', async () => {
    const rig = setupSession({ script: filling(TOO_LARGE), info: SMALL });
    await say(rig, 'a');
    await pin(rig, true);
    await say(rig, 'b');
    expect(stops(rig)).toEqual(['complete', 'error']);
    expect(compactions(rig)).toEqual([]);
    await pin(rig, false);
    rig.send({ type: 'session.compact', session: ID });
    await rig.session.idle();
    expect(compactions(rig)).toMatchObject([{ cause: 'manual', stage: 'emergency' }]);
    expect(await sent(rig)).toEqual(['long', 'b']);
  });

  it('it stays while the request still fits, however full it is', async () => {
    const rig = setupSession({ script: filling(LONG.repeat(13)), info: SMALL });
    await say(rig, 'a', 'b');
    expect(stops(rig)).toEqual(['complete', 'complete']);
    expect(compactions(rig)).toEqual([]);
  });

  it('an extract takes the place of a summary that is too long', async () => {
    const rounds = async (summary: string) => {
      const rig = setupSession({ script: filling(LONG.repeat(9), summary), info: SMALL });
      await say(rig, 'a', LONG.repeat(6));
      return [stops(rig), compactions(rig).map(({ source }) => source), rig.requests.map(({ purpose }) => purpose ?? 'round')];
    };
    const asked = ['round', 'compaction', 'round'];
    expect(await rounds('So far.')).toEqual([['complete', 'complete'], ['model'], asked]);
    expect(await rounds(LONG.repeat(12))).toEqual([['complete', 'complete'], ['extract'], asked]);
  });

  it('so it is when the provider says that the request is too long', async () => {
    const problem = { code: 'context_full', message: 'Too long.', hint: 'Shorten it.' } as const;
    const tooLong: readonly StreamEvent[] = [{ type: 'end', stop: 'error', blocks: [], problem }];
    const rig = setupSession({ script: ({ messages }) => (messages.length > 2 ? tooLong : answer(LONG)) });
    await say(rig, 'a', 'b');
    expect(stops(rig)).toEqual(['complete', 'complete']);
    expect(await sent(rig)).toEqual(['long', 'b', 'answer']);
  });
});
