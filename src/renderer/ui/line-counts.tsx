import styles from './controls.module.css';
import { plural } from './format.ts';

/** Lines added and removed, read out in words. */
export function LineCounts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className={styles.changes}>
      <span className="sr-only">{`${plural(added, 'line')} added, ${plural(removed, 'line')} removed`}</span>
      <span className={styles.added} aria-hidden="true">{`+${added}`}</span>
      <span className={styles.removed} aria-hidden="true">{`−${removed}`}</span>
    </span>
  );
}
