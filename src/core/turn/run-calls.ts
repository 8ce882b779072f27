import type { ToolCallBlock, ToolMessage } from '../../shared/messages.ts';
import type { ParallelClass, ToolOutcome } from '../tools/tool.ts';
import type { TurnDeps } from './turn.ts';

export interface CallResult {
  readonly message: ToolMessage;
  readonly outcome: ToolOutcome;
}

interface Batch {
  readonly parallel: ParallelClass;
  readonly calls: readonly ToolCallBlock[];
}

const NOT_DISPATCHED: ToolOutcome = {
  text: 'Not run: the person stopped the turn before this call began.',
  isError: true,
  detail: { kind: 'error', error: 'not_dispatched', message: 'Not run: the turn was stopped first.' },
};

/** Neighbouring calls of one class that may overlap form a batch; a serial call stands alone. */
function batches(calls: readonly ToolCallBlock[], classOf: (name: string) => ParallelClass): readonly Batch[] {
  const result: { parallel: ParallelClass; calls: ToolCallBlock[] }[] = [];
  for (const call of calls) {
    const parallel = classOf(call.name);
    const last = result.at(-1);
    if (last && parallel !== 'serial' && last.parallel === parallel) last.calls.push(call);
    else result.push({ parallel, calls: [call] });
  }
  return result;
}

/**
 * Runs the calls of one message.
 *
 * Contract: one result per call, in call order, whatever order they finish in and also after a stop; a failing call does not stop its siblings.
 * A call that waits for a slot or for a question has not begun: its `tool.start` comes when nothing stands before what it does, or, when it is refused, with its result.
 * Calls that overlap ask in call order: one waits with its first question until those before it have asked, begun or ended.
 * `tool.end` is emitted in call order, as soon as all earlier calls have theirs.
 */
export async function runCalls(deps: TurnDeps, calls: readonly ToolCallBlock[]): Promise<readonly CallResult[]> {
  const results: CallResult[] = [];
  for (const batch of batches(calls, (name) => deps.tools.parallelClass(name))) {
    results.push(...(await runBatch(deps, batch.calls, widthOf(batch, deps.limits.parallelTools))));
  }
  return results;
}

/** Children have a limit of their own, and those above it wait for a place instead of a turn. */
function widthOf({ parallel, calls }: Batch, tools: number): number {
  switch (parallel) {
    case 'serial':
      return 1;
    case 'tool':
      return tools;
    case 'delegation':
      return calls.length;
  }
}

async function runBatch(deps: TurnDeps, calls: readonly ToolCallBlock[], width: number): Promise<readonly CallResult[]> {
  const finished: (Finished | undefined)[] = calls.map(() => undefined);
  const results: CallResult[] = [];
  const takePlace = createRow();
  const beside = new AbortController();
  let next = 0;
  async function worker(): Promise<void> {
    for (let index = next++; index < calls.length; index = next++) {
      const call = calls[index];
      if (!call) return;
      finished[index] = await runCall(deps, call, { beside: beside.signal, place: takePlace() });
      publishReady(deps, finished, results);
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, calls.length) }, worker));
  // A reason of its own spares an error with a stack.
  beside.abort('ended');
  return results;
}

interface Place {
  /** Resolves when all that stand before have spoken; undefined when they have. */
  readonly before: () => Promise<unknown> | undefined;
  readonly speak: () => void;
}

/** Gives places in a row, one behind the other. */
function createRow(): () => Place {
  const silent = new Set<Promise<void>>();
  return () => {
    const earlier = [...silent];
    let resolve = () => {};
    const spoken = new Promise<void>((resolved) => {
      resolve = resolved;
    });
    silent.add(spoken);
    return {
      before: () => {
        const left = earlier.filter((one) => silent.has(one));
        return left.length === 0 ? undefined : Promise.all(left);
      },
      speak: () => {
        silent.delete(spoken);
        resolve();
      },
    };
  };
}

interface Finished {
  readonly call: ToolCallBlock;
  readonly outcome: ToolOutcome;
  readonly duration: number;
}

/** What a call shares with those that overlap it, and its place among them. */
interface Beside {
  readonly beside: AbortSignal;
  readonly place: Place;
}

async function runCall(deps: TurnDeps, call: ToolCallBlock, { beside, place }: Beside): Promise<Finished> {
  if (deps.signal.aborted) {
    place.speak();
    return { call, outcome: NOT_DISPATCHED, duration: 0 };
  }
  const taken = deps.clock.monotonic();
  let begun = false;
  const begin = () => {
    if (!begun) deps.emit({ type: 'tool.start', call: call.id, name: call.name });
    begun = true;
    place.speak();
  };
  const outcome = await deps.tools.execute(call, {
    signal: deps.signal,
    beside,
    begin: async () => {
      begin();
      await deps.recorded?.();
    },
    output: (text) => deps.emit({ type: 'tool.update', call: call.id, text }),
    ask: async (approval, over) => {
      const before = place.before();
      if (before !== undefined) await before;
      const answer = deps.ask(call.id, approval, over);
      place.speak();
      return answer;
    },
  });
  begin();
  return { call, outcome, duration: deps.clock.monotonic() - taken };
}

function publishReady(deps: TurnDeps, finished: readonly (Finished | undefined)[], results: CallResult[]): void {
  for (let ready = finished[results.length]; ready; ready = finished[results.length]) {
    const { call, outcome, duration } = ready;
    const { text, isError, detail } = outcome;
    const shown = outcome.pictures ? { pictures: [...outcome.pictures] } : {};
    const told = { name: call.name, text, isError, ...shown };
    deps.emit({ type: 'tool.end', call: call.id, ...told, duration, ...(detail ? { detail } : {}) });
    results.push({ outcome, message: { role: 'tool', callId: call.id, ...told } });
  }
}
