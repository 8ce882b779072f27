import { isLive, type KeptEvent, type LiveEvent, type SessionEvent, type Stamped } from './events.ts';
import { foldChild } from './fold-children.ts';
import { foldCompaction, foldPin } from './fold-compaction.ts';
import { type Draft, nextPosition, push, replace } from './fold-draft.ts';
import { redo, rewind, startTurn } from './fold-rewind.ts';
import { foldSkill } from './fold-skills.ts';
import { runningAfter, sessionSpentAfter, turnSpentAfter } from './fold-spend.ts';
import { foldApproval, foldToolEvent } from './fold-tools.ts';
import type { AssistantItem, SessionView, TranscriptItem } from './fold-types.ts';
import { foldHold, foldWork, heldBy, letGo, pendingAfter, pushResults } from './fold-work.ts';
import { type AssistantMessage, toolCalls, type UserMessage } from './messages.ts';
import { addUsage, NO_USAGE } from './usage.ts';

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

export function emptyView(): SessionView {
  return {
    id: '',
    project: '',
    title: '',
    model: '',
    mode: 'build',
    first: 0,
    items: [],
    starts: [],
    rewinds: [],
    queue: [],
    turns: 0,
    work: [],
    untold: [],
    waiting: [],
    asked: [],
    usage: NO_USAGE,
    spent: {},
    turnSpent: {},
    running: {},
    skills: [],
    generation: 0,
    pins: [],
    updatedAt: 0,
  };
}

/**
 * The session after `events`, which follow what `view` was folded from. Pure: `view` is untouched, items that did not change keep their identity,
 * and `fold(fold(v, a), b)` equals `fold(v, a.concat(b))`. A batch costs one copy of the item list, whatever its length.
 */
export function fold(view: SessionView, events: readonly Stamped[]): SessionView {
  if (events.length === 0) return view;
  let draft: Draft = { ...view, items: [...view.items] };
  for (const stamped of events) draft = foldOne(draft, stamped);
  return draft;
}

/** The session that a snapshot shows: events that are all there are, or go on from `base`. */
export function viewOf({ base = emptyView(), events }: { readonly base?: SessionView; readonly events: readonly Stamped[] }): SessionView {
  return fold(base, events);
}

function foldOne(draft: Draft, { time, event }: Stamped): Draft {
  const next = isLive(event) ? foldLive(draft, event, time) : foldKept(draft, event, time);
  next.updatedAt = time;
  next.spent = sessionSpentAfter(next.spent, event);
  next.turnSpent = turnSpentAfter(next.turnSpent, event);
  next.running = runningAfter(next.running, event);
  return next;
}

function foldKept(draft: Draft, event: KeptEvent, time: number): Draft {
  switch (event.type) {
    case 'session.start':
      return foldStart(draft, event);
    case 'session.update':
      return foldUpdate(draft, event, time);
    case 'session.skill':
      return foldSkill(draft, event, time);
    case 'queue.update':
      return { ...draft, queue: event.items };
    case 'turn.start':
      return { ...letGo(startTurn(draft, event.turn)), turn: { id: event.turn, startedAt: time }, turns: draft.turns + 1 };
    case 'pause.cancel':
      return { ...draft, items: draft.items.map(withoutResume) };
    case 'session.rewind':
      return rewind(draft, event);
    case 'session.redo':
      return redo(draft);
    case 'turn.end':
      return foldTurnEnd(draft, event, time);
    case 'message.end':
      return event.message.role === 'user'
        ? foldUser({ ...draft, ...pendingAfter(draft, event) }, event.message, time)
        : foldAssistant(draft, event.message, time);
    case 'tool.start':
    case 'tool.end':
      return foldToolEvent(draft, event);
    case 'approval.start':
    case 'approval.end':
      return foldApproval(draft, event);
    case 'notice':
      return foldNotice(draft, event, time);
    case 'request.lost':
      return event.usage ? { ...draft, usage: addUsage(draft.usage, event.usage) } : draft;
    case 'session.copied':
      // What another session used is not counted, as what it paid is not.
      return { ...draft, usage: NO_USAGE };
    case 'pictures.omit':
    case 'results.shorten':
      return foldNotice(draft, { ...event, level: 'info' }, time);
    case 'child.start':
    case 'child.end':
      return foldChild(draft, event, time);
    case 'work.start':
    case 'work.end':
    case 'work.known':
      return foldWork(draft, event);
    case 'session.hold':
      return foldHold(draft, event);
    case 'phase.start':
    case 'phase.end':
      return foldPhase(draft, event, time);
    case 'compaction.end':
    case 'compaction.fail':
    case 'compaction.undo':
      return foldCompaction(draft, event, time);
    case 'message.pin':
      return foldPin(draft, event);
  }
}

function foldStart(draft: Draft, { session, project, title, model, mode = draft.mode, parent, agent }: EventOf<'session.start'>): Draft {
  const origin = { ...(parent === undefined ? {} : { parent }), ...(agent === undefined ? {} : { agent }) };
  return { ...draft, id: session, project, title, model, mode, ...origin };
}

function foldNotice(draft: Draft, { level, message, hint }: Pick<EventOf<'notice'>, 'level' | 'message' | 'hint'>, time: number): Draft {
  return push(draft, { kind: 'notice', id: `n${nextPosition(draft)}`, time, level, message, ...(hint === undefined ? {} : { hint }) });
}

function foldUpdate(draft: Draft, event: EventOf<'session.update'>, time: number): Draft {
  const { title = draft.title, model = draft.model, mode = draft.mode } = event;
  const next = { ...draft, title, model, mode };
  return mode === draft.mode ? next : push(next, { kind: 'mode', id: `mode${nextPosition(draft)}`, time, mode });
}

function foldLive(draft: Draft, event: LiveEvent, time: number): Draft {
  switch (event.type) {
    case 'session.end':
      return draft;
    case 'message.start':
      return push(draft, { kind: 'assistant', id: event.message, time, model: event.model, streaming: true, blocks: [] });
    case 'message.update':
      return replaceLast(draft, event.message, (item) => extend(item, event));
    case 'message.reset':
      return replaceLast(draft, event.message, (item) => ({ ...item, blocks: [] }));
    case 'tool.update':
      return foldToolEvent(draft, event);
    case 'approval.time':
      return foldApproval(draft, event);
    case 'compaction.start':
      return foldCompaction(draft, event, time);
    case 'child.update':
      return foldChild(draft, event, time);
    case 'phase.update':
      return replace(draft, event.phase, (item) => (item.kind === 'phase' ? { ...item, operation: event.operation } : item));
  }
}

function replaceLast(draft: Draft, id: string, change: (item: AssistantItem) => AssistantItem): Draft {
  return replace(draft, id, (item) => (item.kind === 'assistant' && item.streaming ? change(item) : item));
}

function extend(item: AssistantItem, event: EventOf<'message.update'>): AssistantItem {
  if (event.kind === 'tool_call') return item;
  const last = item.blocks.at(-1);
  if (last?.type !== event.kind) return { ...item, blocks: [...item.blocks, { type: event.kind, text: event.text }] };
  return { ...item, blocks: [...item.blocks.slice(0, -1), { ...last, text: last.text + event.text }] };
}

/** Of a message that says nothing itself only the results are shown. */
function foldUser(draft: Draft, { id, origin, results, text, attachments }: UserMessage, time: number): Draft {
  if (results) pushResults(draft, { id, time, results });
  if (origin === 'result') return draft;
  return push(draft, { kind: 'user', id, time, origin, text, ...(attachments ? { attachments } : {}) });
}

function foldAssistant(draft: Draft, message: AssistantMessage, time: number): Draft {
  const { id, model, blocks, stop, usage } = message;
  const streamed = draft.items.at(-1);
  const begun = streamed?.kind === 'assistant' && streamed.id === id ? streamed : undefined;
  const item: AssistantItem = { kind: 'assistant', id, time, model, streaming: false, blocks, stop, ...(usage ? { usage } : {}) };
  if (begun) draft.items.pop();
  draft.items.push(item);
  for (const call of toolCalls(message)) {
    const { name, arguments: text } = call;
    draft.items.push({ kind: 'tool', id: call.id, time, name, arguments: text, state: 'pending', output: '', approvals: [] });
  }
  return usage ? { ...draft, usage: addUsage(draft.usage, usage), lastUsage: usage } : draft;
}

/** A background command that wants a host may be asked about after its turn. */
function foldTurnEnd(draft: Draft, event: EventOf<'turn.end'>, time: number): Draft {
  const { type: _, turn, ...summary } = event;
  const { turn: __, ...rest } = heldBy(draft, event.stop);
  const waiting = draft.waiting.filter(({ kind }) => kind === 'network');
  return push({ ...rest, waiting }, { kind: 'turn', id: turn, time, ...summary });
}

function withoutResume(item: TranscriptItem): TranscriptItem {
  if (item.kind !== 'turn' || item.resumesAt === undefined) return item;
  const { resumesAt: _, ...rest } = item;
  return rest;
}

function foldPhase(draft: Draft, event: EventOf<'phase.start' | 'phase.end'>, time: number): Draft {
  if (event.type === 'phase.start') return push(draft, { kind: 'phase', id: event.phase, time, phase: event.phase, state: 'running' });
  const end = { state: event.state, ...(event.message === undefined ? {} : { message: event.message }) };
  return replace(draft, event.phase, (item) => (item.kind === 'phase' ? { ...item, ...end } : item));
}
