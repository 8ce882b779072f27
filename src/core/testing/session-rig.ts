import type { Envelope, KeptEvent, SessionEvent, Stamped } from '../../shared/events.ts';
import type { CallId, SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok } from '../../shared/result.ts';
import type { Model, ModelInfo, ModelRequest, StreamEvent } from '../providers/provider.ts';
import { createSession } from '../session/live-session.ts';
import type { SessionCommand, SessionDeps } from '../session/session.ts';
import type { SessionLog } from '../store/session-log.ts';
import type { ToolSet } from '../tools/tool.ts';

export const ID = 'a'.repeat(32) as SessionId;
export const START: KeptEvent = { type: 'session.start', session: ID, project: '/p', title: 'New session', model: 'p/m', mode: 'build' };
export const FULL: Problem = {
  code: 'state_unwritable',
  message: 'The disk is full.',
  hint: 'Free some space and open the session again.',
};

/** A project without rules, which keeps no log. */
const NO_RULES: SessionDeps['book'] = {
  home: '/home/ana',
  rules: async () => ok([]),
  add: async () => err(FULL),
  record: () => {},
};

export type SessionScript = (request: ModelRequest, round: number) => AsyncIterable<StreamEvent> | readonly StreamEvent[];

/** A model's whole reply. */
export function answer(text: string): readonly StreamEvent[] {
  return [
    { type: 'delta', kind: 'text', text },
    { type: 'end', stop: 'complete', blocks: [{ type: 'text', text }] },
  ];
}

/** One call of `bash`. */
export function calling(id: string): readonly StreamEvent[] {
  return [{ type: 'end', stop: 'tool_calls', blocks: [{ type: 'tool_call', id: id as CallId, name: 'bash', arguments: '{}' }] }];
}

export interface SessionSetup {
  readonly script: SessionScript;
  /** Sizes of the scripted model. */
  readonly info?: Partial<ModelInfo>;
  readonly log?: readonly KeptEvent[];
  readonly execute?: ToolSet['execute'];
  readonly deps?: Partial<SessionDeps>;
  /** Appends fail from this event on. */
  readonly failAt?: (event: KeptEvent) => boolean;
}

interface MemoryLog {
  readonly log: SessionLog;
  readonly written: readonly KeptEvent[];
}

function memoryLog(events: readonly KeptEvent[], now: () => number, failAt: SessionSetup['failAt']): MemoryLog {
  const written: KeptEvent[] = [];
  const all = events.map((event, index): Stamped => ({ time: index, event }));
  let full = false;
  const log: SessionLog = {
    id: ID,
    readOnly: undefined,
    repaired: undefined,
    events: [...all],
    read: async (from, to) => all.slice(from, to),
    append: async (event) => {
      full ||= failAt?.(event) ?? false;
      if (full) return err(FULL);
      written.push(event);
      const stamped = { time: now(), event };
      all.push(stamped);
      return ok(stamped);
    },
    close: async () => {},
  };
  return { log, written };
}

function scriptedModel(script: SessionScript, requests: ModelRequest[], info: Partial<ModelInfo>): Model {
  return {
    info: { provider: 'p', id: 'm', scripted: true, ...info },
    async *stream(request) {
      requests.push(request);
      yield* script(request, requests.length);
    },
  };
}

function toolSet(execute: ToolSet['execute'] | undefined): ToolSet {
  const run = execute ?? (async () => ({ text: 'ok', isError: false }));
  return { schemas: [], parallelClass: () => 'serial', execute: run, close: async () => {} };
}

/** Everything shown, and a way to wait for the nth event of a type. */
function createShow() {
  const shown: Envelope[] = [];
  const listeners = new Set<() => void>();
  function until(type: SessionEvent['type'], count = 1): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (shown.filter((envelope) => envelope.event.type === type).length < count) return;
        listeners.delete(check);
        resolve();
      };
      listeners.add(check);
      check();
    });
  }
  function show(envelope: Envelope): void {
    shown.push(envelope);
    for (const listener of listeners) listener();
  }
  return { shown, until, show };
}

/** A live session over a scripted model, scripted tools and a log in memory. */
export function setupSession({ script, info = {}, log = [START], execute, deps, failAt }: SessionSetup) {
  const { shown, until, show } = createShow();
  const requests: ModelRequest[] = [];
  let time = 100;
  let id = 0;
  const now = (): number => ++time;
  const memory = memoryLog(log, now, failAt);
  const model = scriptedModel(script, requests, info);
  const session = createSession({
    log: memory.log,
    begin: { project: '/p', model: 'p/m', mode: 'build' },
    clock: { now, monotonic: () => time, sleep: async () => {} },
    ids: { hex: () => String(++id) },
    logger: { log: () => {} },
    limits: { rounds: 20, tokens: 1_000_000, parallelTools: 2 },
    resolveModel: () => ok(model),
    context: async () => ok({ system: 's', preface: [] }),
    tools: () => toolSet(execute),
    changedSources: async () => new Set(),
    approvals: 'person',
    book: NO_RULES,
    show,
    ...deps,
  });
  const send = (command: SessionCommand) => session.command(command);
  const say = (text: string, delivery: 'now' | 'after' = 'now'): void => {
    const taken = send({ type: 'prompt', session: ID, text, delivery });
    if (!taken.ok) throw new Error(taken.error.message);
  };
  const undo = async (generation: number) => {
    const command = { type: 'compaction.undo', session: ID, generation } as const;
    await session.ready(command);
    return send(command);
  };
  return { session, shown, written: memory.written, requests, until, say, send, undo };
}

export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
