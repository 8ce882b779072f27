import { useEffect } from 'react';
import type { ContextReport } from '../../shared/context.ts';
import { useApp, useCommands, useView } from './app-context.ts';

/** What the next request of the session on screen would hold, once it is known. */
export function useContextReport(): ContextReport | undefined {
  return useApp((state) => (state.current === null ? undefined : state.contexts[state.current]));
}

/** Asks again whenever a request was answered, or what is sent changed otherwise. */
export function useContextWatch(): void {
  const { loadContext } = useCommands();
  const session = useApp((state) => (state.current !== null && state.open[state.current]?.state === 'ready' ? state.current : null));
  const changed = useView(({ model, turns, turn, lastUsage, generation, pins }) =>
    [model, turns, turn?.id, lastUsage?.input, lastUsage?.output, generation, pins.length].join(' '),
  );
  useEffect(() => {
    if (session !== null && changed !== '') void loadContext(session);
  }, [session, changed, loadContext]);
}
