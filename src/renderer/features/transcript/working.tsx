import { useView } from '../../hooks/app-context.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useTurnBudget, useTurnSpent } from '../../hooks/use-spent.ts';
import { elapsed } from '../../ui/format.ts';
import { SpendText } from '../../ui/spend-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './turn.module.css';

/** The last line while a turn runs: that it runs, for how long, or that it waits for a person. */
export function Working() {
  const turn = useView((view) => view.turn);
  const waiting = useView((view) => view.waiting.length > 0);
  const compacting = useView((view) => view.compaction?.waits === false);
  const now = useNow(turn !== undefined);
  const spent = useTurnSpent();
  const budget = useTurnBudget();
  if (compacting) return <Compacting />;
  if (turn === undefined) return null;
  return (
    <div className={styles.working} data-waiting={waiting || undefined}>
      {waiting ? null : <Spinner />}
      <span>{waiting ? 'Waiting for you' : 'Working'}</span>
      <span>{elapsed(now - turn.startedAt)}</span>
      <SpendText spent={spent} budget={budget} of="Cost of the turn so far" />
    </div>
  );
}

function Compacting() {
  const emergency = useView((view) => view.compaction?.stage === 'emergency');
  return (
    <div className={styles.working}>
      <Spinner />
      <span>{emergency ? 'Compacting further: there is little room' : 'Compacting: older messages become a summary'}</span>
    </div>
  );
}
