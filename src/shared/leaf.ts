import type { Stamped } from './events.ts';

/** What a rewind does not take back: it is about the session, not about what was said in it. */
const LASTING: ReadonlySet<string> = new Set([
  ...['session.start', 'session.update', 'session.skill', 'queue.update', 'message.pin'],
  ...['session.hold', 'work.start', 'work.end', 'work.known'],
]);

/** The events that the conversation consists of: without the turns that were rewound and not redone. Same events, same order. */
export function leafEvents(events: readonly Stamped[]): readonly Stamped[] {
  if (!events.some(({ event }) => event.type === 'session.rewind' || event.type === 'session.redo')) return events;
  const shown: Stamped[] = [];
  let hidden: { readonly at: number; readonly events: readonly Stamped[] }[] = [];
  for (const stamped of events) {
    const { event } = stamped;
    if (event.type === 'session.rewind') hidden.push(event.chat ? hide(shown, event.turn) : { at: shown.length, events: [] });
    else if (event.type === 'session.redo') show(shown, hidden.pop());
    else {
      if (event.type === 'turn.start') hidden = [];
      shown.push(stamped);
    }
  }
  return shown;
}

function hide(shown: Stamped[], turn: string): { readonly at: number; readonly events: readonly Stamped[] } {
  const found = shown.findLastIndex(({ event }) => event.type === 'turn.start' && event.turn === turn);
  const at = found === -1 ? shown.length : found;
  const events = shown.splice(at);
  shown.push(...events.filter(({ event }) => LASTING.has(event.type)));
  return { at, events };
}

function show(shown: Stamped[], hidden: { readonly at: number; readonly events: readonly Stamped[] } | undefined): void {
  if (!hidden) return;
  const after = shown.splice(hidden.at).filter((stamped) => !hidden.events.includes(stamped));
  shown.push(...hidden.events, ...after);
}
