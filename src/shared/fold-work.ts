import type { SessionEvent } from './events.ts';
import { type Draft, push } from './fold-draft.ts';
import type { StopReason } from './session.ts';
import type { Pending, Results } from './side-work.ts';

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

/** What runs and waits after the event. */
export function pendingAfter({ work, untold }: Pending, event: SessionEvent): Pending {
  switch (event.type) {
    case 'work.start':
      return { work: [...without(work, event.work.id), event.work], untold };
    case 'work.end': {
      const { completion } = event;
      return { work: without(work, completion.id), untold: [...without(untold, completion.id), completion] };
    }
    case 'work.known':
      return { work: without(work, event.work), untold: without(untold, event.work) };
    case 'message.end': {
      const told = new Set(event.message.role === 'user' ? event.message.results?.completions.map(({ id }) => id) : []);
      return told.size === 0 ? { work, untold } : { work, untold: untold.filter(({ id }) => !told.has(id)) };
    }
    default:
      return { work, untold };
  }
}

export function foldWork(draft: Draft, event: EventOf<'work.start' | 'work.end' | 'work.known'>): Draft {
  return { ...draft, ...pendingAfter(draft, event) };
}

export function foldHold(draft: Draft, { reason }: EventOf<'session.hold'>): Draft {
  return { ...draft, held: reason };
}

/** One item for each that the model was told of. */
export function pushResults(draft: Draft, message: { readonly id: string; readonly time: number; readonly results: Results }): void {
  const { id, time, results } = message;
  for (const [index, completion] of results.completions.entries())
    push(draft, { kind: 'result', id: `${id}/${index}`, time, message: id, completion });
}

/** After a turn that did not end by itself a person says how it goes on. */
export function heldBy(draft: Draft, stop: StopReason): Draft {
  return stop === 'complete' ? draft : { ...draft, held: 'stopped' };
}

export function letGo(draft: Draft): Draft {
  const { held: _, ...rest } = draft;
  return rest;
}

function without<T extends { readonly id: string }>(items: readonly T[], id: string): readonly T[] {
  return items.filter((item) => item.id !== id);
}
