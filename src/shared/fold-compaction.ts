import type { SessionEvent } from './events.ts';
import { type Draft, nextPosition, push } from './fold-draft.ts';
import type { CompactionItem } from './fold-types.ts';
import { addUsage } from './usage.ts';

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;
type CompactionEvent = EventOf<'compaction.start' | 'compaction.end' | 'compaction.fail' | 'compaction.undo'>;

export function foldCompaction(draft: Draft, event: CompactionEvent, time: number): Draft {
  switch (event.type) {
    case 'compaction.start': {
      const { cause, stage, waits } = event;
      return { ...draft, compaction: { cause, stage, waits } };
    }
    case 'compaction.end':
      return push({ ...spent(draft, event), generation: event.generation }, itemOf(event, time));
    case 'compaction.fail': {
      const { stop, message, hint } = event;
      const level = stop === 'failed' ? 'error' : 'info';
      const id = `n${nextPosition(draft)}`;
      return push(spent(draft, event), { kind: 'notice', id, time, level, message, ...(hint === undefined ? {} : { hint }) });
    }
    case 'compaction.undo':
      return undo(draft, event.generation);
  }
}

function itemOf(event: EventOf<'compaction.end'>, time: number): CompactionItem {
  const { generation, cause, stage, source, writer, summary, dropped, first, kept, before, after, spend, focus, duration } = event;
  const facts = {
    generation,
    cause,
    stage,
    source,
    first,
    kept,
    dropped,
    before,
    after,
    duration,
    ...(writer === undefined ? {} : { writer }),
    ...(spend === undefined ? {} : { spend }),
  };
  const item = { kind: 'compaction', id: summary.id, time, ...facts, summary: summary.text, pinned: kept.length, undone: false } as const;
  return focus === undefined ? item : { ...item, focus };
}

/** It is over, and what it cost is counted. */
function spent(draft: Draft, { usage }: EventOf<'compaction.end' | 'compaction.fail'>): Draft {
  const { compaction: _, ...rest } = draft;
  return usage ? { ...rest, usage: addUsage(rest.usage, usage) } : rest;
}

function undo(draft: Draft, generation: number): Draft {
  const index = draft.items.findLastIndex((item) => item.kind === 'compaction' && !item.undone && item.generation === generation);
  const item = draft.items[index];
  if (item?.kind !== 'compaction') return standsBefore(draft, generation) ? { ...draft, generation: generation - 1 } : draft;
  draft.items[index] = { ...item, undone: true };
  return { ...draft, generation: generation - 1 };
}

/** Whether the compaction is one of the items that are not here. */
function standsBefore(draft: Draft, generation: number): boolean {
  return draft.first > 0 && generation === draft.generation;
}

export function foldPin(draft: Draft, { message, pinned }: EventOf<'message.pin'>): Draft {
  const others = draft.pins.filter((id) => id !== message);
  return { ...draft, pins: pinned ? [...others, message] : others };
}
