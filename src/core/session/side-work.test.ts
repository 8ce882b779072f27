import { describe, expect, it } from 'vitest';
import type { KeptEvent } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import { START } from '../testing/session-rig.ts';
import { BUILD, ended, lastSaid, results, SERVER, setupSide } from './testing/side-rig.ts';

describe('side work', () => {
  it('that ends while the model works is told at the next round, in one message', async () => {
    const rig = setupSide({
      inCall: (side) => {
        side.begin(BUILD);
        side.begin(SERVER);
        side.end(ended(BUILD));
      },
    });
    rig.say('build it');
    await rig.session.idle();
    const [, second] = rig.requests;
    expect(second && results(lastSaid(second))).toEqual(['bg_1']);
    expect(second && lastSaid(second)).toContain('[Still running: background command bg_2 (npm run dev)]');
    expect(rig.requests).toHaveLength(2);
    expect([rig.session.state, rig.session.turns]).toEqual(['idle', 1]);
    await rig.session.close();
  });

  it('that ends when the model had stopped has it go on, in a turn that nobody prompted', async () => {
    const rig = setupSide({ inCall: (side) => side.begin(BUILD) });
    rig.say('build it');
    await rig.session.idle();
    expect(rig.session.state).toBe('waiting');
    rig.side().end(ended(BUILD));
    await rig.rest();
    const view = fold(emptyView(), rig.shown);
    expect(view.items.map(({ kind }) => kind)).toEqual(['user', 'assistant', 'tool', 'assistant', 'turn', 'result', 'assistant', 'turn']);
    expect({ title: view.title, turns: view.turns, work: view.work, untold: view.untold }).toEqual({
      ...{ title: 'build it', turns: 2, work: [], untold: [] },
    });
    const message = rig.written.findLast((event) => event.type === 'message.end' && event.message.role === 'user');
    expect(message).toMatchObject({ message: { origin: 'result', text: '', results: { pending: [], completions: [ended(BUILD)] } } });
    expect(rig.session.state).toBe('idle');
    await rig.session.close();
  });

  it('that ends in one tick, or within five seconds while more of its kind is waited for, is told in one message', async () => {
    const others = [1, 2, 3].map((n) => ({ ...BUILD, id: `job_${n}` }));
    const rig = setupSide({ inCall: (side) => [SERVER, ...others].forEach((work) => void side.begin(work)) });
    rig.say('go');
    await rig.session.idle();
    const [a = BUILD, b = BUILD, c = BUILD] = others;
    rig.side().end(ended(a));
    await rig.rest();
    await rig.clock.advance(3_000);
    expect([rig.requests.length, rig.session.state]).toEqual([2, 'waiting']);
    rig.side().end(ended(b));
    await rig.clock.advance(1_999);
    expect(rig.requests).toHaveLength(2);
    await rig.clock.advance(1);
    await rig.rest();
    expect(rig.requests.slice(2).map((request) => results(lastSaid(request)))).toEqual([['job_1', 'job_2']]);
    rig.side().end(ended(c));
    await rig.rest();
    expect(rig.requests.slice(3).map((request) => results(lastSaid(request)))).toEqual([['job_3']]);
    await rig.session.close();
  });

  it('that the model saw the end of itself is never told', async () => {
    const rig = setupSide({ inCall: (side) => side.begin(BUILD) });
    rig.say('go');
    await rig.session.idle();
    rig.side().end(ended(BUILD));
    rig.side().known('bg_1');
    await rig.rest();
    expect([rig.requests.length, rig.session.state]).toEqual([2, 'idle']);
    await rig.session.close();
  });

  it('is waited for only when it has an end; what is quiet goes with the next prompt', async () => {
    const rig = setupSide({ inCall: (side) => side.begin(SERVER) });
    rig.say('go');
    await rig.session.idle();
    expect(rig.session.state).toBe('idle');
    rig.side().end(ended(SERVER, { quiet: true }));
    await rig.rest();
    expect([rig.requests.length, rig.session.state]).toEqual([2, 'idle']);
    rig.say('next');
    await rig.session.idle();
    expect(rig.requests.slice(2).map(lastSaid)).toEqual([expect.stringMatching(/^\[Mode: build[\s\S]*\[End of result bg_2\]\n\nnext$/)]);
    await rig.session.close();
  });
});

describe('a log that is opened again', () => {
  const log: readonly KeptEvent[] = [
    START,
    { type: 'turn.start', turn: 't1' as never, model: 'p/m' },
    { type: 'work.start', work: { ...BUILD, lost: 'What it printed is in out.txt.' } },
    { type: 'work.start', work: SERVER },
    { type: 'work.end', completion: ended(SERVER) },
    { type: 'turn.end', turn: 't1' as never, stop: 'complete', rounds: 1, usage: NO_USAGE, duration: 1, files: [] },
  ];

  it('tells once, with the next prompt, what ran when it ended and what was not told', async () => {
    const rig = setupSide({ log });
    await rig.rest();
    expect([rig.requests.length, rig.session.state]).toEqual([0, 'idle']);
    rig.say('hello');
    rig.say('there');
    await rig.session.idle();
    const [first, ...more] = rig.requests;
    expect(first && results(lastSaid({ ...first, messages: first.messages.slice(0, 1) }))).toEqual(['bg_2', 'bg_1']);
    expect(first && lastSaid({ ...first, messages: first.messages.slice(0, 1) })).toContain('What it printed is in out.txt.');
    expect(more.flatMap((request) => results(lastSaid(request)))).toEqual([]);
    await rig.session.close();
    const again = setupSide({ log: [...log, ...rig.written] });
    again.say('once more');
    await again.session.idle();
    expect(again.requests.flatMap((request) => results(lastSaid(request)))).toEqual([]);
    await again.session.close();
  });
});
