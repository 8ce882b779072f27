import { Ellipsis } from 'lucide-react';
import type { SessionSummary } from '../../../shared/session.ts';
import { useCommands } from '../../hooks/app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import styles from './sidebar.module.css';

export function SessionMenu({ session }: { readonly session: SessionSummary }) {
  const { startRename, markSession, forkSession, startExport, trashSession } = useCommands();
  const { id, title, pinned = false, archived = false } = session;
  const entries = [
    { id: 'rename', title: 'Rename', keys: 'F2', onSelect: () => startRename(id) },
    { id: 'pin', title: pinned ? 'Unpin' : 'Pin', onSelect: () => void markSession(session, { pinned: !pinned }) },
    { id: 'fork', title: 'Fork', detail: 'A new session that goes on from here', onSelect: () => void forkSession(id) },
    { id: 'export', title: 'Export…', onSelect: () => startExport(id) },
    { id: 'archive', title: archived ? 'Unarchive' : 'Archive', onSelect: () => void markSession(session, { archived: !archived }) },
    { id: 'trash', title: 'Move to the trash', keys: 'Del', onSelect: () => void trashSession(session) },
  ];
  return (
    <Menu
      label={`Actions for ${title === '' ? 'Untitled' : title}`}
      className={styles.more}
      trigger={<Icon of={Ellipsis} size={0.875} />}
      entries={entries}
    />
  );
}
