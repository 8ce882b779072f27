import type { Approval, ApprovalDecision } from '../../shared/approvals.ts';
import type { KeptEvent, Stamped, TurnFile } from '../../shared/events.ts';
import type { CallId, TurnId } from '../../shared/ids.ts';
import { type ToolCallBlock, toolCalls } from '../../shared/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import { addUsage, NO_USAGE, type Usage } from '../../shared/usage.ts';
import type { ToolOutcome, ToolSet } from '../tools/tool.ts';
import { addChanges } from '../turn/files.ts';
import type { TurnDeps, TurnOutcome } from '../turn/turn.ts';
import { halfTurn, type OpenCall } from './conversation.ts';
import type { Memory } from './memory.ts';
import type { Publisher } from './publisher.ts';
import { closeCall, closeHalfTurn, STOPPED } from './recovery.ts';
import { failedOutcome } from './turn-end.ts';

/** A question and its answer. */
interface Answered {
  readonly approval: Pick<Approval, 'callId' | 'kind' | 'access' | 'subject'>;
  readonly decision: ApprovalDecision;
}

/** A turn that was cut off while a question waited. It goes on when that is answered. */
export interface HeldTurn {
  readonly turn: TurnId;
  readonly approval: Approval;
  /** Calls of the round that have no result yet, in order. */
  readonly open: readonly OpenCall[];
  readonly calls: readonly ToolCallBlock[];
  /** What was answered in this turn before. */
  readonly answered: readonly Answered[];
  readonly rounds: number;
  readonly usage: Usage;
  readonly files: readonly TurnFile[];
  /** Milliseconds from its start to the last thing that happened in it. */
  readonly elapsed: number;
  /** What ends it when it does not go on. */
  readonly closing: readonly KeptEvent[];
}

/** A held turn whose question is answered. */
export interface Going {
  readonly held: HeldTurn;
  readonly decision: ApprovalDecision;
}

/** Undefined when the log does not end in a turn, or when what waits cannot go on: a command that wanted a host ended with the program. */
export function heldTurn(events: readonly Stamped[]): HeldTurn | undefined {
  const half = halfTurn(events);
  const [approval, ...others] = half?.approvals ?? [];
  if (!half || !approval || others.length > 0 || approval.kind === 'network') return undefined;
  const since = events.slice(half.from);
  const ids = new Set(half.calls.map(({ id }) => id));
  return {
    turn: half.turn,
    approval,
    open: half.calls,
    calls: since.flatMap(({ event }) => callsIn(event)).filter(({ id }) => ids.has(id)),
    answered: answersIn(since),
    rounds: half.rounds,
    usage: since.reduce((sum, { event }) => addUsage(sum, usageOf(event)), NO_USAGE),
    files: filesIn(since),
    elapsed: (events.findLast(({ event }) => event.type !== 'work.end')?.time ?? half.startedAt) - half.startedAt,
    closing: closeHalfTurn(events),
  };
}

/**
 * What a turn runs with when it goes on: a call that had begun does not begin again, one that was running is told as interrupted, and what was answered
 * is not asked again.
 */
export function resumed(deps: TurnDeps, { held, decision }: Going): TurnDeps {
  const answers: Answered[] = [...held.answered, { approval: held.approval, decision }];
  const begun = new Set<CallId>(held.open.flatMap(({ id, started }) => (started ? [id] : [])));
  return {
    ...deps,
    tools: withoutRepeats(deps.tools, held),
    emit: (event) => {
      if (event.type !== 'tool.start' || !begun.delete(event.call)) deps.emit(event);
    },
    ask: async (call, question, over) => {
      const at = answers.findIndex(({ approval: { callId, ...asked } }) => callId === call && isSame(asked, question));
      const [known] = at === -1 ? [] : answers.splice(at, 1);
      return known?.decision ?? deps.ask(call, question, over);
    },
  };
}

/** Ends a held turn that cannot go on: it was stopped, or there is a problem. Every open call gets its result. */
export async function giveUp(held: HeldTurn, problem: Problem | undefined, publisher: Publisher, memory: Memory): Promise<TurnOutcome> {
  const why = `Not run: ${problem ? 'the turn could not go on.' : 'the person stopped the turn before this call.'}`;
  for (const call of held.open) publisher.emit(closeCall(call, { ...STOPPED, waited: why, notBegun: why }));
  await publisher.flush();
  memory.reload(await publisher.kept.events());
  const { rounds, usage, files } = held;
  return { ...(problem ? failedOutcome(problem) : { stop: 'cancelled' }), rounds, usage, files };
}

/** Ends a held turn at once, as when a session is opened whose program was ended. */
export function closeNow({ closing }: HeldTurn, publisher: Publisher, memory: Memory): void {
  for (const event of closing) publisher.emit(event);
  memory.extend(closing);
}

function withoutRepeats(tools: ToolSet, { open }: HeldTurn): ToolSet {
  const cut = new Map<CallId, OpenCall>(open.filter(({ started, waiting }) => started && !waiting).map((call) => [call.id, call]));
  return {
    ...tools,
    execute: (call, hooks) => {
      const interrupted = cut.get(call.id);
      cut.delete(call.id);
      return interrupted ? Promise.resolve(outcomeOf(interrupted)) : tools.execute(call, hooks);
    },
  };
}

function outcomeOf(call: OpenCall): ToolOutcome {
  const { text, detail } = closeCall(call, STOPPED);
  return { text, isError: true, ...(detail && { detail }) };
}

function isSame(a: Omit<Answered['approval'], 'callId'>, b: Omit<Answered['approval'], 'callId'>): boolean {
  return a.kind === b.kind && a.access === b.access && a.subject === b.subject;
}

function callsIn(event: Stamped['event']): readonly ToolCallBlock[] {
  return event.type === 'message.end' && event.message.role === 'assistant' ? toolCalls(event.message) : [];
}

function usageOf(event: Stamped['event']): Usage {
  return (event.type === 'message.end' && event.message.role === 'assistant' ? event.message.usage : undefined) ?? NO_USAGE;
}

function answersIn(events: readonly Stamped[]): readonly Answered[] {
  const asked = new Map<string, Approval>();
  return events.flatMap(({ event }) => {
    if (event.type === 'approval.start') asked.set(event.approval.id, event.approval);
    if (event.type !== 'approval.end') return [];
    const approval = event.question ?? asked.get(event.approval);
    return approval ? [{ approval, decision: event.decision }] : [];
  });
}

function filesIn(events: readonly Stamped[]): readonly TurnFile[] {
  const files = new Map<string, TurnFile>();
  for (const { event } of events)
    if (event.type === 'tool.end' && event.detail) addChanges(files, { text: '', isError: false, detail: event.detail });
  return [...files.values()];
}
