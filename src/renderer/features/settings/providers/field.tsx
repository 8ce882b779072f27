import type { ReactNode } from 'react';
import styles from './providers.module.css';

export interface FieldProps {
  readonly label: string;
  readonly labelId: string;
  readonly children: ReactNode;
}

/** A name beside its field. */
export function Field({ label, labelId, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <span id={labelId}>{label}</span>
      <div>{children}</div>
    </div>
  );
}
