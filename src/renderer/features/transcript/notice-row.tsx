import { Check, CircleDashed, X } from 'lucide-react';
import type { NoticeItem, PhaseItem } from '../../../shared/fold-types.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/problem-note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './tool.module.css';

export function NoticeRow({ item }: { readonly item: NoticeItem }) {
  return <Note level={item.level} message={item.message} hint={item.hint} />;
}

const PHASE_MARKS = { done: Check, failed: X, skipped: CircleDashed } as const;

export function PhaseRow({ item }: { readonly item: PhaseItem }) {
  return (
    <div className={styles.line}>
      {item.state === 'running' ? <Spinner /> : <Icon of={PHASE_MARKS[item.state]} size={0.875} />}
      <span className={styles.verb}>{item.phase}</span>
      <span className={styles.result}>{item.message ?? item.operation ?? item.state}</span>
    </div>
  );
}
