import type { SessionEvent } from './events.ts';
import { type Draft, replace } from './fold-draft.ts';
import type { ToolItem } from './fold-types.ts';

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

/** Running output kept for the screen, in characters: the newest. The whole is in the result. */
const LIVE_OUTPUT = 64 * 1_024;

function change(draft: Draft, call: string, update: (item: ToolItem) => ToolItem): Draft {
  return replace(draft, call, (item) => (item.kind === 'tool' ? update(item) : item));
}

export function foldToolEvent(draft: Draft, event: EventOf<'tool.start' | 'tool.update' | 'tool.end'>): Draft {
  switch (event.type) {
    case 'tool.start':
      return change(draft, event.call, (item) => ({ ...item, state: 'running' }));
    case 'tool.update':
      return change(draft, event.call, (item) => ({ ...item, output: (item.output + event.text).slice(-LIVE_OUTPUT) }));
    case 'tool.end': {
      const { text, detail, pictures, duration, isError } = event;
      const state = isError ? 'failed' : 'done';
      const more = detail || pictures ? { ...(detail ? { detail } : {}), ...(pictures ? { pictures } : {}) } : undefined;
      return change(draft, event.call, (item) => {
        // Most events of a log are these, and a spread takes ten times as long here.
        const ended: ToolItem = Object.assign({}, item, { state, output: '', text, duration });
        return more ? { ...ended, ...more } : ended;
      });
    }
  }
}

export function foldApproval(draft: Draft, event: EventOf<'approval.start' | 'approval.time' | 'approval.end'>): Draft {
  if (event.type === 'approval.time') return foldTime(draft, event);
  if (event.type === 'approval.end') return foldAnswer(draft, event);
  const { approval } = event;
  const next = change(draft, approval.callId, (item) => ({
    ...item,
    state: hasEnded(item) ? item.state : 'waiting',
    approvals: [...item.approvals, { approval }],
  }));
  return { ...next, waiting: [...draft.waiting, approval] };
}

function foldAnswer(draft: Draft, { approval: id, decision, source, rule, question }: EventOf<'approval.end'>): Draft {
  const answer = { decision, source, ...(rule ? { rule } : {}) };
  if (question) {
    const settled = { approval: question, ...answer };
    return change(draft, question.callId, (item) => ({ ...item, approvals: [...item.approvals, settled] }));
  }
  const answered = draft.waiting.find((approval) => approval.id === id);
  if (!answered) return draft;
  const next = change(draft, answered.callId, (item) => ({
    ...item,
    state: item.state === 'waiting' ? 'running' : item.state,
    approvals: item.approvals.map((asked) => (asked.approval.id === id ? { approval: answered, ...answer } : asked)),
  }));
  return { ...next, waiting: draft.waiting.filter((approval) => approval !== answered) };
}

function foldTime(draft: Draft, { approval: id, until }: EventOf<'approval.time'>): Draft {
  const waiting = draft.waiting.find((approval) => approval.id === id);
  if (!waiting) return draft;
  return change(draft, waiting.callId, (item) => ({
    ...item,
    approvals: item.approvals.map((asked) => (asked.approval.id === id ? { ...asked, until } : asked)),
  }));
}

function hasEnded({ state }: ToolItem): boolean {
  return state === 'done' || state === 'failed';
}
