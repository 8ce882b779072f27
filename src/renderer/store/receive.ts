import type { Envelope } from '../../shared/events.ts';
import type { Upward } from '../../shared/ipc.ts';
import { advance, newestFirst } from './advance.ts';
import type { Core } from './core.ts';
import { freed, takeAnew } from './sessions.ts';
import type { OpenSession, State } from './state.ts';

/** Takes one batch from the host: each session it touches is folded once, and the window renders once. */
export function receive(core: Core, batch: readonly Upward[]): void {
  core.update((state) => {
    let next = state;
    for (const upward of batch) next = { ...next, ...changeBy(next, upward) };
    return next;
  });
  void takeAnew(core);
}

function changeBy(state: State, upward: Upward): Partial<State> {
  switch (upward.type) {
    case 'events':
      return { open: foldInto(state.open, upward.events) };
    case 'project':
      return { project: upward.project };
    case 'sessions':
      return { ...freed(state, upward.sessions), sessions: newestFirst(upward.sessions), listed: true };
    case 'models':
      return { models: { state: 'ready', value: upward.models } };
    case 'appearance':
      return { appearance: upward.appearance };
    case 'settings':
      return {};
  }
}

function foldInto(open: State['open'], events: readonly Envelope[]): State['open'] {
  const next: Record<string, OpenSession> = { ...open };
  for (const id of new Set(events.map((envelope) => envelope.session))) {
    const session = next[id];
    if (session === undefined) continue;
    const mine = events.filter((envelope) => envelope.session === id);
    next[id] = advance(session, mine);
  }
  return next;
}
