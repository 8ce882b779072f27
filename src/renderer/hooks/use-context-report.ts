import { useEffect } from 'react';
import type { ContextReport } from '../../shared/context.ts';
import { useApp, useCommands, useView } from './app-context.ts';

/** Asks again when what shows it comes on screen. */
export function useContextLook(): void {
  const { loadContext } = useCommands();
  const session = useApp((state) => state.current);
  useEffect(() => {
    if (session !== null) void loadContext(session);
  }, [session, loadContext]);
}

/** What the next request of the session on screen would hold, once it is known. */
export function useContextReport(): ContextReport | undefined {
  return useApp((state) => (state.current === null ? undefined : state.contexts[state.current]));
}

/** Asks again whenever a request was answered, or what is sent changed otherwise; and when a person comes back to the window, since files may have changed. */
export function useContextWatch(): void {
  const { loadContext } = useCommands();
  const session = useApp((state) => (state.current !== null && state.open[state.current]?.state === 'ready' ? state.current : null));
  const changed = useView(({ model, turns, turn, lastUsage, generation, pins }) =>
    [model, turns, turn?.id, lastUsage?.input, lastUsage?.output, generation, pins.length].join(' '),
  );
  useEffect(() => {
    if (session !== null && changed !== '') void loadContext(session);
  }, [session, changed, loadContext]);
  useEffect(() => {
    if (session === null) return;
    const look = () => (document.hidden ? undefined : void loadContext(session));
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [session, loadContext]);
}
