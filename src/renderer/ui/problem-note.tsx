import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './problem-note.module.css';
import { Prose } from './prose.tsx';

export interface NoteProps {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly hint?: string | undefined;
  readonly safe?: string | undefined;
  readonly detail?: string | undefined;
  /** Said at once by a screen reader. */
  readonly alert?: boolean;
  readonly actions?: ReactNode;
}

const MARKS = { info: Info, warning: TriangleAlert, error: CircleAlert } as const;

/** What happened, what to do and what is safe, with the buttons that do it. */
export function Note({ level, message, hint, safe, detail, alert = false, actions }: NoteProps) {
  return (
    <div className={styles.note} data-level={level} role={alert ? 'alert' : undefined}>
      <span className={styles.mark}>
        <Icon of={MARKS[level]} />
      </span>
      <div className={styles.body}>
        <p className={styles.message}>
          <Prose text={message} />
        </p>
        {hint === undefined ? null : (
          <p className={styles.more}>
            <Prose text={hint} />
          </p>
        )}
        {safe === undefined ? null : (
          <p className={styles.more}>
            <Prose text={safe} />
          </p>
        )}
        {detail === undefined ? null : <p className={styles.detail}>{detail}</p>}
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
