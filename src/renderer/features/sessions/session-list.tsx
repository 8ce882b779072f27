import { useEffect, useRef, useState } from 'react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { useNow } from '../../hooks/use-now.ts';
import type { SessionFilter } from '../../store/library-state.ts';
import { Button } from '../../ui/button.tsx';
import { groupSessions, listedSessions } from './groups.ts';
import { SessionRow } from './session-row.tsx';
import styles from './sidebar.module.css';
import { TrashedRow } from './trashed-row.tsx';

/** So many rows are drawn at first, and with each wish for more: every row costs something whenever something happens. */
const ROWS = 100;

/** Up and Down walk the list, Enter opens. */
export function SessionList() {
  const filter = useApp((state) => state.library.filter);
  return <FilteredList key={filter} filter={filter} />;
}

function FilteredList({ filter }: { readonly filter: SessionFilter }) {
  const sessions = useApp((state) => (filter === 'trash' ? state.library.trashed : state.sessions));
  const listed = useApp((state) => state.listed);
  const list = useRef<HTMLUListElement>(null);
  const [most, setMost] = useState(ROWS);
  useEffect(() => {
    if (most > ROWS) rowsOf(list.current)[most - ROWS]?.focus();
  }, [most]);
  const now = Math.max(useNow(false), Date.now());
  if (!listed) return <p className={styles.empty}>Reading the sessions</p>;
  const Row = filter === 'trash' ? TrashedRow : SessionRow;
  const all = listedSessions(sessions, filter);
  const groups = groupSessions(all.slice(0, most), filter, now);
  if (groups.length === 0) return <p className={styles.empty}>{EMPTY_WORDS[filter]}</p>;
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const rows = rowsOf(list.current);
    const at = rows.findIndex((row) => row.matches(':focus'));
    if (at === -1) return;
    event.preventDefault();
    rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  };
  return (
    <>
      {filter === 'trash' ? <EmptyTrash /> : null}
      <ul ref={list} className={styles.list} onKeyDown={onKeyDown}>
        {groups.map((group) => (
          <li key={group.title}>
            <h3 className={styles.day}>{group.title}</h3>
            <ul aria-label={group.title}>
              {group.sessions.map((session) => (
                <Row key={session.id} session={session} now={now} />
              ))}
            </ul>
          </li>
        ))}
        {all.length > most ? <More count={all.length - most} onMore={() => setMost(most + ROWS)} /> : null}
      </ul>
    </>
  );
}

function rowsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
}

/** The search finds the others too. */
function More({ count, onMore }: { readonly count: number; readonly onMore: () => void }) {
  return (
    <li className={styles.earlier}>
      <button type="button" className={styles.row} data-row="" onClick={onMore}>
        {`Show earlier sessions (${count.toLocaleString('en')} more)`}
      </button>
    </li>
  );
}

const EMPTY_WORDS: Readonly<Record<SessionFilter, string>> = {
  all: 'No session yet. Your first prompt starts one.',
  pinned: 'No session is pinned.',
  archived: 'No session is archived.',
  trash: 'The trash is empty.',
};

/** Asks once more in its own place, since this cannot be taken back. */
function EmptyTrash() {
  const { emptyTrash, openLayer, closeLayer } = useCommands();
  const asking = useApp((state) => state.layers.includes('empty-trash'));
  if (!asking) {
    return (
      <Button size="small" tone="plain" onClick={() => openLayer('empty-trash')}>
        Empty the trash…
      </Button>
    );
  }
  const empty = () => {
    closeLayer('empty-trash');
    void emptyTrash();
  };
  return (
    <div className={styles.ask} role="alertdialog" aria-label="Empty the trash">
      <p>These sessions are deleted for good.</p>
      <Button size="small" onClick={empty}>
        Delete for good
      </Button>
      <Button size="small" tone="plain" onClick={() => closeLayer('empty-trash')}>
        Keep them
      </Button>
    </div>
  );
}
