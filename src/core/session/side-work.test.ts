import { describe, expect, it } from 'vitest';
import type { KeptEvent } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { Completion, SideWork } from '../../shared/side-work.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import type { ModelRequest } from '../providers/provider.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { answer, calling, deferred, ID, START, setupSession } from '../testing/session-rig.ts';
import type { SideWorks } from '../tools/tool.ts';

const BUILD: SideWork = { id: 'bg_1', kind: 'command', title: 'npm run build', awaited: true };
const SERVER: SideWork = { id: 'bg_2', kind: 'command', title: 'npm run dev', awaited: false };

function ended({ id, kind, title }: SideWork, more: Partial<Completion> = {}): Completion {
  return { id, kind, title, status: 'done', facts: ['exit_code 0'], text: 'ok', ...more };
}

/** What the model was sent last, as the person's and Steiner's part of it reads. */
function lastSaid({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  return last?.role === 'user' ? last.text : '';
}

function results(text: string): readonly string[] {
  return [...text.matchAll(/^\[Result of background command (\S+):/gm)].map(([, id = '']) => id);
}

interface Setup {
  readonly log?: readonly KeptEvent[];
  /** What happens in the call of the first round. */
  readonly inCall?: (side: SideWorks) => void | Promise<void>;
}

/** A session whose first turn calls a tool that may start side work, and then stops. */
function setup({ log, inCall }: Setup = {}) {
  const clock = new ManualClock();
  let side: SideWorks | undefined;
  const rig = setupSession({
    ...(log ? { log } : {}),
    script: (_, round) => (round === 1 && inCall ? calling('c1') : answer('done')),
    deps: {
      clock,
      tools: (...[, , , works]) => {
        side = works;
        return {
          schemas: [],
          parallelClass: () => 'serial',
          execute: async () => {
            await inCall?.(works);
            return { text: 'ok', isError: false };
          },
          close: async () => {},
        };
      },
    },
  });
  return {
    ...rig,
    clock,
    side: (): SideWorks => {
      if (!side) throw new Error('no turn has begun');
      return side;
    },
    /** Everything that was to happen at once has. */
    rest: async () => {
      await clock.advance(0);
      await rig.session.idle();
    },
  };
}

describe('side work', () => {
  it('that ends while the model works is told at the next round, in one message', async () => {
    const rig = setup({
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
    const rig = setup({ inCall: (side) => side.begin(BUILD) });
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
    const rig = setup({ inCall: (side) => [SERVER, ...others].forEach((work) => void side.begin(work)) });
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
    const rig = setup({ inCall: (side) => side.begin(BUILD) });
    rig.say('go');
    await rig.session.idle();
    rig.side().end(ended(BUILD));
    rig.side().known('bg_1');
    await rig.rest();
    expect([rig.requests.length, rig.session.state]).toEqual([2, 'idle']);
    await rig.session.close();
  });

  it('is waited for only when it has an end; what is quiet goes with the next prompt', async () => {
    const rig = setup({ inCall: (side) => side.begin(SERVER) });
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

describe('a stop', () => {
  it('while results are waited for has them wait for the next prompt', async () => {
    const rig = setup({ inCall: (side) => side.begin(BUILD) });
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
    const rig = setup({ log });
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
    const again = setup({ log: [...log, ...rig.written] });
    again.say('once more');
    await again.session.idle();
    expect(again.requests.flatMap((request) => results(lastSaid(request)))).toEqual([]);
    await again.session.close();
  });
});
