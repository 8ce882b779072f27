import { span } from '../../../shared/span.ts';
import { useNow } from '../../hooks/use-now.ts';
import { clockTime } from '../../ui/format.ts';
import styles from './approval.module.css';

const SOON = 120_000;

/** When the question is denied unless somebody answers. Counted only while the window can be seen. */
export function TimeLeft({ until }: { readonly until: number }) {
  const now = useNow(true);
  const left = until - now;
  return (
    <p
      className={styles.left}
      data-soon={left < SOON || undefined}
      title="Typing in this card or pointing at it gives it the whole time again."
    >
      {`Denied at ${clockTime(until, now)} if nobody answers, ${soon(left)}`}
    </p>
  );
}

function soon(left: number): string {
  if (left <= 0) return 'now';
  return left < SOON ? `in ${Math.ceil(left / 1_000)} s` : `in ${span(left)}`;
}
