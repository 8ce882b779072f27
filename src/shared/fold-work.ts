import type { SessionEvent } from './events.ts';
import { type Draft, push } from './fold-draft.ts';
import type { StopReason } from './session.ts';
import type { HoldReason, Results } from './side-work.ts';

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

export function foldWork(draft: Draft, event: EventOf<'work.start' | 'work.end' | 'work.known' | 'session.hold'>): Draft {
  switch (event.type) {
    case 'work.start':
      return { ...draft, work: [...without(draft.work, event.work.id), event.work] };
    case 'work.end': {
      const { completion } = event;
      return { ...draft, work: without(draft.work, completion.id), untold: [...without(draft.untold, completion.id), completion] };
    }
    case 'work.known':
      return { ...draft, work: without(draft.work, event.work), untold: without(draft.untold, event.work) };
    case 'session.hold':
      return { ...draft, held: event.reason };
  }
}

/** One item for each that the model was told of. */
export function foldResults(draft: Draft, message: { readonly id: string; readonly time: number; readonly results: Results }): Draft {
  const { id, time, results } = message;
  for (const [index, completion] of results.completions.entries())
    push(draft, { kind: 'result', id: `${id}/${index}`, time, message: id, completion });
  const told = new Set(results.completions.map((completion) => completion.id));
  return { ...draft, untold: draft.untold.filter((completion) => !told.has(completion.id)) };
}

/** After a turn that did not end by itself a person says how it goes on. */
export function heldBy(draft: Draft, stop: StopReason): Draft {
  return stop === 'complete' ? draft : { ...draft, held: 'stopped' satisfies HoldReason };
}

export function letGo(draft: Draft): Draft {
  const { held: _, ...rest } = draft;
  return rest;
}

function without<T extends { readonly id: string }>(items: readonly T[], id: string): readonly T[] {
  return items.filter((item) => item.id !== id);
}
