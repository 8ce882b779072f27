import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '../../shared/commands.ts';
import type { Delivery } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { QueueItemId } from '../../shared/ids.ts';
import type { StreamEvent } from '../providers/provider.ts';
import { answer, calling, ID, setupSession } from '../testing/session-rig.ts';

type Step =
  | { readonly do: 'prompt'; readonly delivery: Delivery }
  | { readonly do: 'edit' | 'remove'; readonly at: number }
  | { readonly do: 'move'; readonly at: number; readonly to: number }
  /** The model answers: with a call, so that another round follows, or with its last word. */
  | { readonly do: 'answer'; readonly calls: boolean }
  | { readonly do: 'stop' | 'continue' };

const at = fc.nat(4);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('prompt' as const), delivery: fc.constantFrom<Delivery>('now', 'after') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), calls: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('edit' as const, 'remove' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), at, to: at }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('stop' as const, 'continue' as const) }) },
);

interface Waiting {
  readonly text: string;
  readonly delivery: Delivery;
}

/** What a session should do, in the fewest words: what was said, what waits, and whether a turn runs. */
class Model {
  running = false;
  turns = 0;
  queue: Waiting[] = [];
  readonly said: string[] = [];

  prompt(text: string, delivery: Delivery): void {
    if (this.running) this.queue.push({ text, delivery });
    else this.#start(`prompt: ${text}`);
  }

  continue(): boolean {
    if (this.running) return false;
    const next = this.#next();
    this.#start(next === undefined ? 'notice' : `prompt: ${next}`);
    return true;
  }

  /** A stop holds the queue until somebody prompts or continues. */
  stop(): void {
    this.running = false;
  }

  answer(calls: boolean): void {
    if (!this.running) return;
    const steer = this.#takeNow();
    if (steer !== undefined) this.said.push(`steer: ${steer}`);
    if (calls || steer !== undefined) return;
    this.running = false;
    const next = this.#next();
    if (next !== undefined) this.#start(`prompt: ${next}`);
  }

  edit(index: number, text: string): boolean {
    const item = this.queue[index];
    if (item) this.queue[index] = { ...item, text };
    return item !== undefined;
  }

  remove(index: number): boolean {
    return this.queue.splice(index, 1).length === 1;
  }

  move(index: number, to: number): boolean {
    const [item] = this.queue.splice(index, 1);
    if (item) this.queue.splice(to, 0, item);
    return item !== undefined;
  }

  /** What was meant for the running turn joins it as one message; at a new turn's first round as well. */
  #start(line: string): void {
    this.running = true;
    this.turns += 1;
    this.said.push(line);
    const steer = this.#takeNow();
    if (steer !== undefined) this.said.push(`steer: ${steer}`);
  }

  #takeNow(): string | undefined {
    const now = this.queue.filter(({ delivery }) => delivery === 'now');
    this.queue = this.queue.filter(({ delivery }) => delivery !== 'now');
    return now.length === 0 ? undefined : now.map(({ text }) => text).join('\n\n');
  }

  #next(): string | undefined {
    return this.#takeNow() ?? this.queue.shift()?.text;
  }
}

const CANCELLED: readonly StreamEvent[] = [{ type: 'end', stop: 'cancelled', blocks: [] }];

/** A session whose model says nothing until it is told to. */
function driver() {
  let open: ((events: readonly StreamEvent[]) => void) | undefined;
  const rig = setupSession({
    script: async function* ({ signal }, round) {
      const events = await new Promise<readonly StreamEvent[]>((resolve) => {
        open = resolve;
        signal.addEventListener('abort', () => resolve(CANCELLED), { once: true });
      });
      open = undefined;
      yield* events === CALL ? calling(`c${round}`) : events;
    },
  });
  /** Until the model is waited for, or nothing runs. */
  const settle = async () => {
    for (let tick = 0; tick < 500 && (rig.session.running ? open === undefined : false); tick += 1) await nextTick();
    await rig.session.shown();
  };
  return {
    ...rig,
    settle,
    reply: (calls: boolean) => open?.(calls ? CALL : answer('ok')),
    stopped: async () => {
      rig.send({ type: 'stop', session: ID });
      await rig.session.idle();
    },
  };
}

const CALL: readonly StreamEvent[] = [];

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The same step on both. Commands answer alike, and one that is refused writes nothing. */
async function take(real: ReturnType<typeof driver>, model: Model, step: Step, name: string): Promise<void> {
  const send = (command: Command, expected: boolean) => {
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
      await real.stopped();
  }
}

function seen(real: ReturnType<typeof driver>) {
  const { queue, turns, items } = fold(emptyView(), real.shown);
  const said = items.flatMap((entry) => (entry.kind === 'user' ? [entry] : []));
  return {
    running: real.session.running,
    turns,
    queue: queue.map(({ text, delivery }) => ({ text, delivery })),
    said: said.map(({ origin, text }) => (origin === 'notice' ? 'notice' : `${origin}: ${text}`)),
  };
}

it('after any commands in any order a session has said, keeps and runs what its model does; what is refused changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const [real, model] = [driver(), new Model()];
      for (const [index, one] of steps.entries()) {
        await take(real, model, one, `p${index}`);
        await real.settle();
        const { running, turns, queue, said } = model;
        expect(seen(real)).toEqual({ running, turns, queue, said });
      }
      await real.session.close();
    }),
    { numRuns: 250 },
  );
});
