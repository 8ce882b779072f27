import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Delivery } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import { type QueueItemId, turnIdSchema } from '../../shared/ids.ts';
import type { UserMessage } from '../../shared/messages.ts';
import type { SideWork, WorkKind } from '../../shared/side-work.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import type { StreamEvent } from '../providers/provider.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { calling, ID, setupSession } from '../testing/session-rig.ts';
import type { SideWorks } from '../tools/tool.ts';
import type { SessionCommand } from './session.ts';
import { ANSWER_TOKENS, DriverModel } from './testing/driver-model.ts';

type Step =
  | { readonly do: 'prompt'; readonly delivery: Delivery }
  | { readonly do: 'edit' | 'remove'; readonly at: number }
  | { readonly do: 'move'; readonly at: number; readonly to: number }
  /** The model answers: with a call, so that another round follows, or with its last word. */
  | { readonly do: 'answer'; readonly calls: boolean }
  /** `late` is a stop that means an earlier turn. */
  | { readonly do: 'stop' | 'late stop' | 'continue' }
  | { readonly do: 'begin'; readonly kind: WorkKind; readonly awaited: boolean }
  | { readonly do: 'end'; readonly at: number; readonly quiet: boolean }
  | { readonly do: 'know'; readonly at: number }
  | { readonly do: 'wait'; readonly ms: number };

const at = fc.nat(4);
const SELDOM = fc.constantFrom(false, false, false, true);
const work = fc.record({ do: fc.constant('begin' as const), kind: fc.constantFrom<WorkKind>('command', 'child'), awaited: fc.boolean() });
const end = fc.record({ do: fc.constant('end' as const), at: fc.nat(1), quiet: SELDOM });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('prompt' as const), delivery: fc.constantFrom<Delivery>('now', 'after') }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('answer' as const), calls: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('edit' as const, 'remove' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), at, to: at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('stop' as const, 'late stop' as const, 'continue' as const) }) },
  { weight: 7, arbitrary: work },
  { weight: 7, arbitrary: end },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('know' as const), at: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 4_999) }) },
);

const CALL: readonly StreamEvent[] = [];
const CANCELLED: readonly StreamEvent[] = [{ type: 'end', stop: 'cancelled', blocks: [] }];
const COST = { usage: { ...NO_USAGE, output: ANSWER_TOKENS } };

function priced(events: readonly StreamEvent[]): readonly StreamEvent[] {
  return events.map((event) => (event.type === 'end' ? { ...event, ...COST } : event));
}

/** A session whose model says nothing until it is told to. */
function driver(budget: number | undefined) {
  let open: ((events: readonly StreamEvent[]) => void) | undefined;
  let side: SideWorks | undefined;
  const clock = new ManualClock();
  const rig = setupSession({
    script: async function* ({ signal }, round) {
      const stop = () => open?.(CANCELLED);
      signal.addEventListener('abort', stop);
      const events = await new Promise<readonly StreamEvent[]>((resolve) => {
        open = resolve;
        if (signal.aborted) stop();
      });
      signal.removeEventListener('abort', stop);
      open = undefined;
      yield* events === CALL ? priced(calling(`c${round}`)) : events;
    },
    deps: {
      clock,
      limits: { rounds: 1_000, tokens: 1_000_000, parallelTools: 2, episodeTokens: budget },
      tools: (...[, , , works]) => {
        side = works;
        return {
          schemas: [],
          parallelClass: () => 'serial',
          execute: async () => ({ text: 'ok', isError: false }),
          close: async () => {},
        };
      },
    },
  });
  /** Until the model is waited for, or nothing runs. */
  const settle = async () => {
    await nextTick();
    for (let tick = 0; tick < 500 && (rig.session.running ? open === undefined : false); tick += 1) await nextTick();
    await rig.session.shown();
  };
  const DONE = priced([{ type: 'end', stop: 'complete', blocks: [{ type: 'text', text: 'ok' }] }]);
  return {
    ...rig,
    clock,
    settle,
    side: () => side,
    reply: (calls: boolean) => open?.(calls ? CALL : DONE),
    stopped: async () => {
      rig.send({ type: 'stop', session: ID });
      await rig.session.idle();
    },
  };
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

type Real = ReturnType<typeof driver>;

/** The same step on both. Commands answer alike, and one that is refused writes nothing. */
async function take(real: Real, model: DriverModel, step: Step, name: string): Promise<void> {
  const send = (command: SessionCommand, expected: boolean) => {
    const before = real.written.length;
    const taken = real.send(command);
    expect(taken.ok).toBe(expected);
    if (!taken.ok) expect(real.written).toHaveLength(before);
  };
  const queue = fold(emptyView(), real.shown).queue;
  const item = 'at' in step ? (queue[step.at]?.id ?? ('gone' as QueueItemId)) : ('' as QueueItemId);
  switch (step.do) {
    case 'prompt':
      model.prompt(name, step.delivery);
      return send({ type: 'prompt', session: ID, text: name, delivery: step.delivery }, true);
    case 'edit':
      return send({ type: 'queue.edit', session: ID, item, text: name }, model.edit(step.at, name));
    case 'remove':
      return send({ type: 'queue.remove', session: ID, item }, model.remove(step.at));
    case 'move':
      return send({ type: 'queue.move', session: ID, item, to: step.to }, model.move(step.at, step.to));
    case 'continue':
      return send({ type: 'continue', session: ID }, model.continue());
    case 'answer':
      model.answer(step.calls);
      real.reply(step.calls);
      return;
    case 'stop':
      model.stop();
      return real.stopped();
    case 'late stop':
      return send({ type: 'stop', session: ID, turn: turnIdSchema.parse('earlier') }, true);
    default:
      return takeWork(real, model, step, name);
  }
}

async function takeWork(real: Real, model: DriverModel, step: Exclude<Step, { do: SessionCommand['type'] }>, name: string): Promise<void> {
  const side = real.side();
  if (step.do === 'wait') {
    model.pass(step.ms);
    return real.clock.advance(step.ms);
  }
  if (!side) return;
  if (step.do === 'begin') {
    const begun: SideWork = { id: name, kind: step.kind, title: name, awaited: step.awaited };
    model.begin(begun);
    return side.begin(begun);
  }
  if (step.do === 'know') {
    const known = [...model.work, ...model.untold][step.at];
    if (known) model.known(known.id);
    return known && side.known(known.id);
  }
  const one = step.do === 'end' ? model.work[step.at] : undefined;
  if (step.do === 'end' && one) {
    const { id, kind, title } = one;
    model.end(one, step.quiet);
    side.end({ id, kind, title, status: 'done', facts: [], text: 'ok', quiet: step.quiet });
  }
}

function saidIn({ origin, text, results }: UserMessage): string {
  const of = results ? ` <${results.completions.map(({ id }) => id)}> of ${results.pending.map(({ id }) => id)}` : '';
  return `${origin}: ${origin === 'notice' ? '' : text.replaceAll('\n\n', '+')}${of}`;
}

/** As the session says, and as everybody is shown. */
function seen(real: Real) {
  const view = fold(emptyView(), real.shown);
  const messages = real.written.flatMap((event) => (event.type === 'message.end' ? [event.message] : []));
  return {
    state: real.session.state,
    held: real.session.held,
    shownHeld: view.held,
    turns: view.turns,
    work: view.work.map(({ id }) => id),
    untold: view.untold.map(({ id }) => id),
    queue: view.queue.map(({ text, delivery }) => ({ text, delivery })),
    said: messages.flatMap((message) => (message.role === 'user' ? [saidIn(message)] : [])),
  };
}

function wanted({ state, held, turns, work, untold, queue, said }: DriverModel): ReturnType<typeof seen> {
  return {
    state,
    held,
    shownHeld: held,
    turns,
    work: work.map(({ id }) => id),
    untold: untold.map(({ id }) => id),
    queue,
    said,
  } as ReturnType<typeof seen>;
}

it('after any commands, and any ends of side work, in any order a session has said, keeps and runs what its model does; what is refused changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
      fc.constantFrom(undefined, 10, 20),
      async (steps, budget) => {
        const [real, model] = [driver(budget), new DriverModel(budget)];
        for (const [index, one] of steps.entries()) {
          await take(real, model, one, `p${index}`);
          await real.settle();
          expect(seen(real)).toEqual(wanted(model));
        }
        await real.session.close();
      },
    ),
    { numRuns: 400 },
  );
}, 120_000);
