import { useRef } from 'react';
import type { SessionSummary } from '../../../shared/session.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { useNow } from '../../hooks/use-now.ts';
import { type Activity, activity } from '../../store/attention.ts';
import { ago } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './sidebar.module.css';

/** Up and Down walk the list, Enter opens. */
export function SessionList() {
  const sessions = useApp((state) => state.sessions);
  const listed = useApp((state) => state.listed);
  const list = useRef<HTMLUListElement>(null);
  const now = useNow(false);
  if (!listed) return <p className={styles.empty}>Reading the sessions</p>;
  if (sessions.length === 0) return <p className={styles.empty}>No session yet. Your first prompt starts one.</p>;
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const rows = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = rows.findIndex((row) => row.matches(':focus'));
    event.preventDefault();
    rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  };
  return (
    <ul ref={list} className={styles.list} onKeyDown={onKeyDown}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} now={now} />
      ))}
    </ul>
  );
}

function SessionRow({ session, now }: { readonly session: SessionSummary; readonly now: number }) {
  const { openSession } = useCommands();
  const current = useApp((state) => state.current === session.id);
  const title = useApp((state) => state.open[session.id]?.view.title || session.title);
  const doing = useApp((state) => activity(session, state.open[session.id]));
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        data-activity={doing}
        aria-current={current ? 'true' : undefined}
        onClick={() => void openSession(session.id)}
      >
        <State doing={doing} />
        <span className={styles.title} title={title}>
          {title === '' ? 'Untitled' : title}
        </span>
        <span className={styles.when}>{ACTIVITY_WORDS[doing] ?? ago(session.updatedAt, Math.max(now, Date.now()))}</span>
      </button>
    </li>
  );
}

const ACTIVITY_WORDS: Readonly<Partial<Record<Activity, string>>> = {
  waiting: 'needs you',
  running: 'running',
  failed: 'failed',
  interrupted: 'interrupted',
};

function State({ doing }: { readonly doing: Activity }) {
  if (doing === 'running') return <Spinner />;
  return <span className={styles.dot} data-activity={doing} aria-hidden="true" />;
}
