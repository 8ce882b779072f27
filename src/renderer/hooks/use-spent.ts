import { useMemo } from 'react';
import { withRunning } from '../../shared/fold-spend.ts';
import type { Spent } from '../../shared/spend.ts';
import { useApp, useView } from './app-context.ts';

/** What the session on screen cost until now, its running children among it. */
export function useSessionSpent(): Spent {
  const spent = useView((view) => view.spent);
  const running = useView((view) => view.running);
  return useMemo(() => withRunning(spent, running), [spent, running]);
}

/** What the running turn cost until now. */
export function useTurnSpent(): Spent {
  const spent = useView((view) => view.turnSpent);
  const running = useView((view) => view.running);
  return useMemo(() => withRunning(spent, running), [spent, running]);
}

/** The budget of a turn in 1e-9 US dollars, where there is one. */
export function useTurnBudget(): number | undefined {
  return useApp(({ usage: { quota } }) => (quota.state === 'ready' ? quota.value.spending.perTurn : undefined));
}
