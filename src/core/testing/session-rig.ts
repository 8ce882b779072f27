import type { Command } from '../../shared/commands.ts';
import type { Envelope, KeptEvent, SessionEvent } from '../../shared/events.ts';
import type { CallId, SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok } from '../../shared/result.ts';
import type { Model, ModelRequest, StreamEvent } from '../providers/provider.ts';
import { createSession } from '../session/live-session.ts';
import type { SessionDeps } from '../session/session.ts';
import type { SessionLog } from '../store/session-log.ts';
import type { ToolSet } from '../tools/tool.ts';

export const ID = 'a'.repeat(32) as SessionId;
export const START: KeptEvent = { type: 'session.start', session: ID, project: '/p', title: 'New session', model: 'p/m' };
export const FULL: Problem = {
  code: 'state_unwritable',
  message: 'The disk is full.',
  hint: 'Free some space and open the session again.',
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
  readonly log?: readonly KeptEvent[];
  readonly execute?: ToolSet['execute'];
  readonly deps?: Partial<SessionDeps>;
  /** Appends fail from this event on. */
  readonly failAt?: (event: KeptEvent) => boolean;
}

/** A live session over a scripted model, scripted tools and a log in memory. */
export function setupSession({ script, log = [START], execute, deps, failAt }: SessionSetup) {
  const shown: Envelope[] = [];
  const written: KeptEvent[] = [];
  const requests: ModelRequest[] = [];
  const listeners = new Set<() => void>();
  let time = 100;
  let id = 0;
  let full = false;
  const tick = (): number => {
    time += 1;
    return time;
  };
  const sessionLog: SessionLog = {
    id: ID,
    readOnly: undefined,
    repaired: undefined,
    events: log.map((event, index) => ({ time: index, event })),
    append: async (event) => {
      full ||= failAt?.(event) ?? false;
      if (full) return err(FULL);
      written.push(event);
      return ok({ time: tick(), event });
    },
    close: async () => {},
  };
  const model: Model = {
    info: { provider: 'p', id: 'm', scripted: true },
    async *stream(request) {
      requests.push(request);
      yield* script(request, requests.length);
    },
  };
  const session = createSession({
    log: sessionLog,
    clock: { now: tick, monotonic: () => time, sleep: async () => {} },
    ids: {
      hex: () => {
        id += 1;
        return String(id);
      },
    },
    logger: { log: () => {} },
    limits: { rounds: 20, tokens: 1_000_000, parallelTools: 2 },
    resolveModel: () => ok(model),
    context: async () => ok({ system: 's', preface: [] }),
    tools: () => ({
      schemas: [],
      parallelClass: () => 'serial',
      execute: execute ?? (async () => ({ text: 'ok', isError: false })),
      close: async () => {},
    }),
    approvals: 'person',
    show: (envelope) => {
      shown.push(envelope);
      for (const listener of listeners) listener();
    },
    ...deps,
  });
  function until(type: SessionEvent['type'], count = 1): Promise<void> {
    const reached = (): boolean => shown.filter((envelope) => envelope.event.type === type).length >= count;
    return new Promise((resolve) => {
      const check = (): void => {
        if (!reached()) return;
        listeners.delete(check);
        resolve();
      };
      listeners.add(check);
      check();
    });
  }
  const say = (text: string, delivery: 'now' | 'after' = 'now'): void => {
    const taken = session.command({ type: 'prompt', session: ID, text, delivery });
    if (!taken.ok) throw new Error(taken.error.message);
  };
  const send = (command: Command) => session.command(command);
  return { session, shown, written, requests, until, say, send };
}

export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
