import { expect } from 'vitest';
import type { ApprovalDecision } from '../../../shared/approvals.ts';
import type { KeptEvent } from '../../../shared/events.ts';
import { emptyView, fold } from '../../../shared/fold.ts';
import type { ApprovalId, CallId } from '../../../shared/ids.ts';
import { answer, ID, type SessionSetup, setupSession } from '../../testing/session-rig.ts';
import type { CallHooks, ToolSet } from '../../tools/tool.ts';

const QUESTION = { kind: 'path', tool: 'bash', access: 'write', reason: 'r', preview: '', permanent: '' } as const;
export const ONCE: ApprovalDecision = { type: 'allow_once' };
export const NAMES = ['first', 'asks', 'beside', 'later'];

/** One answer with calls. Of the usual four the second asks twice, the first three overlap, the last is for after them. */
function script(names: readonly string[], round: number) {
  if (round > 1) return answer('done');
  const blocks = names.map((name) => ({ type: 'tool_call' as const, id: name as CallId, name, arguments: '{}' }));
  return [{ type: 'end', stop: 'tool_calls', blocks, usage: { input: 10, output: 1, cacheRead: 0, cacheWrite: 0 } } as const];
}

const ASKED: Readonly<Record<string, readonly string[]>> = { asks: ['/srv/a', '/srv/b'], behind: ['/srv/c'] };

export interface Ran {
  /** Calls whose tool did something. */
  readonly done: string[];
}

/** `beside` runs until the turn stops. */
function tools({ done }: Ran): ToolSet {
  const run = async (name: string, { ask, begin, signal }: CallHooks): Promise<string> => {
    for (const subject of ASKED[name] ?? []) {
      const decision = await ask({ ...QUESTION, subject });
      if (decision.type === 'deny') return `not allowed ${subject} ${decision.reason ?? ''}`;
    }
    await begin();
    done.push(name);
    if (name === 'beside') await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    return `did ${name}`;
  };
  return {
    schemas: [],
    parallelClass: (name) => (name === 'later' ? 'serial' : 'tool'),
    execute: async (call, hooks) => ({ text: await run(call.name, hooks), isError: false }),
    close: async () => {},
  };
}

export type Rig = ReturnType<typeof setupSession>;

export function open(log: readonly KeptEvent[], ran: Ran, deps: SessionSetup['deps'] = {}, names = NAMES): Rig {
  const first = !log.some((event) => event.type === 'message.end' && event.message.role === 'assistant');
  return setupSession({
    script: (_, round) => script(names, first ? round : round + 1),
    log,
    deps: { tools: () => tools(ran), limits: { rounds: 20, tokens: 1_000_000, parallelTools: 3 }, ...deps },
  });
}

export function waiting({ session }: Rig): { readonly id: ApprovalId; readonly subject: string } | undefined {
  return fold(emptyView(), session.snapshot().events).waiting[0];
}

export async function decide(rig: Rig, decision: ApprovalDecision): Promise<void> {
  const approval = waiting(rig)?.id ?? ('' as ApprovalId);
  expect(rig.send({ type: 'approval.answer', session: ID, approval, decision })).toMatchObject({ ok: true });
  await rig.session.shown();
}

export const ends = (events: readonly KeptEvent[]) =>
  events.flatMap((event) => (event.type === 'tool.end' ? [`${event.call}: ${event.text}`] : []));
export const INTERRUPTED = 'Interrupted: Steiner stopped while this ran. It may have done part of its work; check before running it again.';
