import type { SessionEvent } from './events.ts';
import { type Draft, nextPosition } from './fold-draft.ts';
import type { Rewind, TurnStart } from './fold-types.ts';
import type { Usage } from './usage.ts';

/** A turn that begins leaves no way forward to what was hidden before it. */
export function startTurn(draft: Draft, turn: string): Draft {
  const start: TurnStart = { turn, item: nextPosition(draft), generation: draft.generation, ...usageOf(draft.lastUsage) };
  return { ...draft, starts: [...draft.starts, start], rewinds: [] };
}

/** Hides the turn and what came after it. A turn that is not there, or hidden already, hides nothing. */
export function rewind(draft: Draft, event: Extract<SessionEvent, { type: 'session.rewind' }>): Draft {
  const index = event.chat ? draft.starts.findLastIndex(({ turn }) => turn === event.turn) : -1;
  const start = draft.starts[index];
  const at = start?.item ?? nextPosition(draft);
  const { turn, chat, files } = event;
  const step: Rewind = {
    turn,
    chat,
    at,
    items: draft.items.splice(at - draft.first),
    starts: start ? draft.starts.slice(index) : [],
    generation: draft.generation,
    ...(files === undefined ? {} : { files }),
    ...usageOf(draft.lastUsage),
  };
  const rewound = { ...draft, rewinds: [...draft.rewinds, step] };
  if (!start) return rewound;
  return withUsage({ ...rewound, starts: draft.starts.slice(0, index), generation: start.generation }, start.lastUsage);
}

export function redo(draft: Draft): Draft {
  const step = draft.rewinds.at(-1);
  if (!step) return draft;
  draft.items.splice(step.at - draft.first, 0, ...step.items);
  const { generation, lastUsage } = step;
  return withUsage({ ...draft, starts: [...draft.starts, ...step.starts], rewinds: draft.rewinds.slice(0, -1), generation }, lastUsage);
}

function usageOf(lastUsage: Usage | undefined): { readonly lastUsage?: Usage } {
  return lastUsage ? { lastUsage } : {};
}

function withUsage(draft: Draft, lastUsage: Usage | undefined): Draft {
  const { lastUsage: _, ...rest } = draft;
  return { ...rest, ...usageOf(lastUsage) };
}
