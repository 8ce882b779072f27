import { useEffect } from 'react';
import { useApp, useCommands, useView } from './app-context.ts';

/** While it is on screen: asks again what was sent whenever a request was answered, failed or was compacted away. */
export function usePrefixWatch(): void {
  const { loadPrefix } = useCommands();
  const session = useApp((state) => (state.current !== null && state.open[state.current]?.state === 'ready' ? state.current : null));
  const changed = useView(({ turns, turn, lastUsage, generation }) =>
    [turns, turn?.id, lastUsage?.input, lastUsage?.output, generation].join(' '),
  );
  useEffect(() => {
    if (session !== null && changed !== '') void loadPrefix(session);
  }, [session, changed, loadPrefix]);
}
