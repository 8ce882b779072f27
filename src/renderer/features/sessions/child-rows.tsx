import { CircleDashed } from 'lucide-react';
import { useMemo } from 'react';
import type { ChildItem } from '../../../shared/fold-types.ts';
import type { SessionId } from '../../../shared/ids.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { hasSession, isRunning } from '../../store/children.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './sidebar.module.css';

const NONE: readonly never[] = [];

/** Under a session that is open: its children that run, and the one on screen. */
export function ChildRows({ session }: { readonly session: SessionId }) {
  const { openChild } = useCommands();
  const items = useApp((state) => state.open[session]?.view.items ?? NONE);
  const asked = useApp((state) => state.open[session]?.view.asked ?? NONE);
  const current = useApp((state) => state.current);
  const children = useMemo(() => items.filter((item) => item.kind === 'child'), [items]);
  const shown = children.filter((item) => isRunning(item) || item.id === current);
  const asks = ({ id }: ChildItem) => asked.some(({ child }) => child === id);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.children} aria-label="Children">
      {shown.map((item) => (
        <li key={item.id} className={styles.item}>
          <button
            type="button"
            className={styles.row}
            data-row=""
            data-activity={asks(item) ? 'waiting' : undefined}
            aria-current={item.id === current ? 'true' : undefined}
            disabled={!hasSession(item)}
            onClick={() => void openChild(item.id)}
          >
            <span className={styles.mark}>
              <Mark state={item.state} asks={asks(item)} />
            </span>
            <span className={styles.title} title={item.task}>
              {item.task}
            </span>
            <span className={styles.when}>{asks(item) ? 'needs you' : item.agent}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Mark({ state, asks }: { readonly state: ChildItem['state']; readonly asks: boolean }) {
  if (asks) return <span className={styles.dot} data-activity="waiting" aria-hidden="true" />;
  if (state === 'running') return <Spinner />;
  return state === 'queued' ? <Icon of={CircleDashed} size={0.875} /> : null;
}
