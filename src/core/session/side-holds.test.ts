import { describe, expect, it } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import { answer, deferred, ID, setupSession } from '../testing/session-rig.ts';
import { BUILD, ended, lastSaid, results, SERVER, setupSide } from './testing/side-rig.ts';

describe('a stop', () => {
  it('while results are waited for has them wait for the next prompt', async () => {
    const rig = setupSide({ inCall: (side) => side.begin(BUILD) });
    rig.say('go');
    await rig.session.idle();
    rig.send({ type: 'stop', session: ID });
    expect([rig.session.state, rig.session.held]).toEqual(['waiting', 'stopped']);
    rig.side().end(ended(BUILD));
    await rig.rest();
    expect([rig.requests.length, fold(emptyView(), rig.shown).held]).toEqual([2, 'stopped']);
    rig.say('and?');
    await rig.session.idle();
    const last = rig.requests.at(-1);
    expect(last && results(lastSaid(last))).toEqual(['bg_1']);
    expect([rig.requests.length, rig.session.held, fold(emptyView(), rig.shown).held]).toEqual([3, undefined, undefined]);
    await rig.session.close();
  });

  it('that means an earlier turn stops nothing', async () => {
    const answered = deferred();
    const rig = setupSession({
      script: async function* (_, round) {
        if (round === 2) await answered.promise;
        yield* answer('ok');
      },
    });
    rig.say('one');
    await rig.session.idle();
    const first = rig.written.find((event) => event.type === 'turn.start');
    if (first?.type !== 'turn.start') throw new Error('no turn');
    rig.say('two');
    rig.send({ type: 'stop', session: ID, turn: first.turn });
    answered.resolve();
    await rig.session.idle();
    expect(rig.written.flatMap((event) => (event.type === 'turn.end' ? [event.stop] : []))).toEqual(['complete', 'complete']);
    await rig.session.close();
  });
});

describe('a compaction', () => {
  it('has the model told again what still runs, in a message of its own; results wait for its end', async () => {
    const rig = setupSide({
      inCall: (side) => {
        side.begin(BUILD);
        side.begin(SERVER);
      },
    });
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      rig.say(text);
      await rig.session.idle();
    }
    rig.send({ type: 'session.compact', session: ID });
    rig.side().end(ended(SERVER));
    expect(rig.session.state).toBe('generating');
    await rig.rest();
    await rig.clock.advance(5_000);
    await rig.rest();
    const after = rig.written.slice(rig.written.findIndex(({ type }) => type === 'compaction.end') + 1);
    const messages = after.flatMap((event) => (event.type === 'message.end' && event.message.role === 'user' ? [event.message] : []));
    expect(messages).toMatchObject([
      { origin: 'result', text: '', results: { pending: [{ id: 'bg_1' }], completions: [] } },
      { origin: 'result', text: '', results: { pending: [{ id: 'bg_1' }], completions: [{ id: 'bg_2' }] } },
    ]);
    const last = rig.requests.at(-1)?.messages.slice(-2) ?? [];
    expect(last.map((message) => message.role === 'user' && message.text)).toEqual([
      '[Still running: background command bg_1 (npm run build)]',
      expect.stringMatching(
        /^\[Mode: build.*\]\n\n\[Still running: background command bg_1 \(npm run build\)\]\n\n\[Result of background command bg_2/,
      ),
    ]);
    await rig.session.close();
  });

  it('that a person stops holds what has ended meanwhile', async () => {
    const going = deferred();
    const rig = setupSide({ inCall: (side) => side.begin(BUILD), model: async (round) => (round > 4 ? going.promise : undefined) });
    for (const text of ['one', 'two', 'three']) {
      rig.say(text);
      await rig.session.idle();
    }
    rig.send({ type: 'session.compact', session: ID });
    await rig.until('compaction.start');
    rig.side().end(ended(BUILD));
    rig.send({ type: 'stop', session: ID });
    going.resolve();
    await rig.rest();
    expect({ state: rig.session.state, held: rig.session.held, turns: rig.session.turns }).toEqual({
      state: 'waiting',
      held: 'stopped',
      turns: 3,
    });
    await rig.session.close();
  });
});

describe('the budget of a prompt', () => {
  it('that is spent has results wait for the person, who is told; the model is not', async () => {
    const rig = setupSide({ inCall: (side) => side.begin(BUILD), budget: 1 });
    rig.say('go');
    await rig.session.idle();
    rig.side().end(ended(BUILD));
    await rig.rest();
    expect([rig.requests.length, rig.session.state, rig.session.held]).toEqual([2, 'waiting', 'budget']);
    const { items, held } = fold(emptyView(), rig.shown);
    expect([held, items.at(-1)]).toMatchObject([
      'budget',
      {
        kind: 'notice',
        message: 'The token budget of this prompt is spent: 1 output tokens. A result waits for you.',
        hint: 'They are told with your next prompt. The budget is limits.max_episode_tokens.',
      },
    ]);
    rig.say('and?');
    await rig.session.idle();
    const texts = rig.requests.at(-1)?.messages.map((message) => (message.role === 'user' ? message.text : '')) ?? [];
    expect(texts.some((text) => text.includes('budget'))).toBe(false);
    expect(results(texts.at(-1) ?? '')).toEqual(['bg_1']);
    await rig.session.close();
  });
});
