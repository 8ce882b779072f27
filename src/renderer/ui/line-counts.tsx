import styles from './controls.module.css';
import { plural } from './format.ts';

/** Lines added and removed, read out in words. A side with none is left out. */
export function LineCounts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className={styles.changes}>
      <span className="sr-only">{`${plural(added, 'line')} added, ${plural(removed, 'line')} removed`}</span>
      {added > 0 ? <span className={styles.added} aria-hidden="true">{`+${added}`}</span> : null}
      {removed > 0 ? <span className={styles.removed} aria-hidden="true">{`−${removed}`}</span> : null}
    </span>
  );
}
