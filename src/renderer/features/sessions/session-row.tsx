import { Pin } from 'lucide-react';
import { useState } from 'react';
import type { SessionSummary } from '../../../shared/session.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { type Activity, activity } from '../../store/attention.ts';
import { ago, clockTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ChildRows } from './child-rows.tsx';
import { SessionMenu } from './session-menu.tsx';
import styles from './sidebar.module.css';

export interface SessionRowProps {
  readonly session: SessionSummary;
  readonly now: number;
}

/** F2 renames, Delete moves to the trash; the menu holds the same and the rest. */
export function SessionRow({ session, now }: SessionRowProps) {
  const { openSession, startRename, trashSession } = useCommands();
  const current = useApp((state) => state.current === session.id);
  const renaming = useApp((state) => state.library.renaming === session.id);
  const title = useApp((state) => state.open[session.id]?.view.title || session.title);
  const doing = useApp((state) => activity(session, state.open[session.id]));
  if (renaming) return <TitleEditor session={session} title={title} />;
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'F2') startRename(session.id);
    else if (event.key === 'Delete') void trashSession({ ...session, title });
    else return;
    event.preventDefault();
  };
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        data-row=""
        data-activity={doing}
        aria-current={current ? 'true' : undefined}
        onClick={() => void openSession(session.id)}
        onKeyDown={onKeyDown}
      >
        <State doing={doing} />
        <span className={styles.title} title={title}>
          {title === '' ? 'Untitled' : title}
        </span>
        {session.pinned ? <Icon of={Pin} size={0.75} /> : null}
        <span className={styles.when}>{whenWords(session, doing, now)}</span>
      </button>
      <SessionMenu session={{ ...session, title }} />
      <ChildRows session={session.id} />
    </li>
  );
}

/** Enter or leaving keeps the title; Esc gives back the one that was there. */
function TitleEditor({ session, title }: { readonly session: SessionSummary; readonly title: string }) {
  const { renameSession, startRename } = useCommands();
  const [value, setValue] = useState(title);
  const save = (next: string) => {
    startRename(null);
    if (next.trim() !== '' && next !== title) void renameSession(session.id, next.trim());
  };
  return (
    <li className={styles.item}>
      <input
        ref={selectAll}
        className={styles.editor}
        type="text"
        maxLength={200}
        value={value}
        aria-label="Title"
        data-owns-escape=""
        onChange={(event) => setValue(event.target.value)}
        onBlur={() => save(value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(value);
          if (event.key === 'Escape') save(title);
        }}
      />
    </li>
  );
}

function selectAll(input: HTMLInputElement | null): void {
  input?.select();
}

function whenWords({ resumesAt, updatedAt }: SessionSummary, doing: Activity, now: number): string {
  if (doing === 'paused' && resumesAt !== undefined) return `goes on ${clockTime(resumesAt, now)}`;
  return ACTIVITY_WORDS[doing] ?? ago(updatedAt, now);
}

const ACTIVITY_WORDS: Readonly<Partial<Record<Activity, string>>> = {
  waiting: 'needs you',
  running: 'running',
  pending: 'in background',
  limited: 'limit reached',
  failed: 'failed',
  interrupted: 'interrupted',
};

function State({ doing }: { readonly doing: Activity }) {
  if (doing === 'running') return <Spinner />;
  return <span className={styles.dot} data-activity={doing} aria-hidden="true" />;
}
