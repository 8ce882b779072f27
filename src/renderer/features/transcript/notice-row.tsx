import { Check, CircleDashed, GitBranch, X } from 'lucide-react';
import type { ChildItem, NoticeItem, PhaseItem } from '../../../shared/fold-types.ts';
import { duration } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/problem-note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './tool.module.css';

export function NoticeRow({ item }: { readonly item: NoticeItem }) {
  return <Note level={item.level} message={item.message} hint={item.hint} />;
}

export function ChildRow({ item }: { readonly item: ChildItem }) {
  return (
    <div className={styles.line}>
      {item.stop === undefined ? <Spinner /> : <Icon of={GitBranch} size={0.875} />}
      <span className={styles.verb}>{item.agent}</span>
      <span className={styles.target}>{item.stop === undefined ? (item.operation ?? item.task) : item.task}</span>
      {item.duration === undefined ? null : <span className={styles.time}>{duration(item.duration)}</span>}
    </div>
  );
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
