import { Undo2 } from 'lucide-react';
import type { SessionSummary } from '../../../shared/session.ts';
import { useCommands } from '../../hooks/app-context.ts';
import { ago } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './sidebar.module.css';

/** A deleted session: it can be looked at again once it is restored. */
export function TrashedRow({ session, now }: { readonly session: SessionSummary; readonly now: number }) {
  const { restoreSession } = useCommands();
  return (
    <li className={styles.item}>
      <span className={styles.row}>
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.title} title={session.title}>
          {session.title}
        </span>
        <span className={styles.when}>{ago(session.trashedAt ?? session.updatedAt, now)}</span>
      </span>
      <IconButton size="small" label={`Restore ${session.title}`} data-row="" onClick={() => void restoreSession(session.id)}>
        <Icon of={Undo2} size={0.875} />
      </IconButton>
    </li>
  );
}
