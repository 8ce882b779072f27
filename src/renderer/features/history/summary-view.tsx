import type { CompactionItem } from '../../../shared/fold-types.ts';
import { Markdown } from '../../ui/markdown.tsx';
import styles from './history.module.css';

/** The summary that stands first, folded until it is wanted. */
export function SummaryView({ item: { generation, summary } }: { readonly item: CompactionItem }) {
  return (
    <details className={styles.summary}>
      <summary>{`Summary ${generation}`}</summary>
      <Markdown text={summary} streaming={false} />
    </details>
  );
}
