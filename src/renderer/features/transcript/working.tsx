import { useView } from '../../hooks/app-context.ts';
import { useNow } from '../../hooks/use-now.ts';
import { elapsed } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './turn.module.css';

/** The last line while a turn runs: that it runs, for how long, or that it waits for a person. */
export function Working() {
  const turn = useView((view) => view.turn);
  const waiting = useView((view) => view.waiting.length > 0);
  const now = useNow(turn !== undefined);
  if (turn === undefined) return null;
  return (
    <div className={styles.working} data-waiting={waiting || undefined}>
      {waiting ? null : <Spinner />}
      <span>{waiting ? 'Waiting for you' : 'Working'}</span>
      <span>{elapsed(now - turn.startedAt)}</span>
    </div>
  );
}
