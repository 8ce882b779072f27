import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { markedParts, type SearchHit } from '../../../shared/search.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './search.module.css';

/** Looks through titles and texts while typing. Down goes to what was found, Esc empties the box. */
export function SessionSearch() {
  const { searchSessions, setFocus } = useCommands();
  const query = useApp((state) => state.search.query);
  const wanted = useApp((state) => state.focus?.target === 'search');
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!wanted) return;
    box.current?.select();
    setFocus(null);
  }, [wanted, setFocus]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') void searchSessions('');
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    document.querySelector<HTMLElement>('[data-hit]')?.focus();
  };
  return (
    <div className={styles.box}>
      <Icon of={Search} size={0.875} />
      <input
        ref={box}
        type="search"
        value={query}
        placeholder="Search in all sessions"
        aria-label="Search in all sessions"
        data-owns-escape=""
        onChange={(event) => void searchSessions(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** What was found, by session. */
export function SearchHits() {
  const { hits, more, searching } = useApp((state) => state.search);
  const query = useApp((state) => state.search.query);
  const none = !searching && hits.length === 0;
  const words = none
    ? `Nothing found for “${query.trim()}”. Try fewer words, or a part of one.`
    : searching
      ? 'Searching'
      : `${plural(hits.length, 'place')}${more ? ', and more' : ''}`;
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-hit]')];
    const at = rows.findIndex((row) => row.matches(':focus'));
    event.preventDefault();
    rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  };
  return (
    <>
      <p className={styles.count} role="status">
        {words}
      </p>
      <ul className={styles.hits} aria-label="Found" onKeyDown={onKeyDown}>
        {hits.map((hit, index) => (
          <Hit key={`${hit.session}:${hit.item ?? 'title'}`} hit={hit} first={hits[index - 1]?.session !== hit.session} />
        ))}
      </ul>
    </>
  );
}

const ROLES: Readonly<Record<SearchHit['role'], string>> = { title: 'Title', user: 'You', assistant: 'Answer', tool: 'Tool' };

function Hit({ hit, first }: { readonly hit: SearchHit; readonly first: boolean }) {
  const { openHit } = useCommands();
  const { role, title } = hit;
  return (
    <li>
      <button type="button" data-hit="" className={styles.hit} onClick={() => void openHit(hit)}>
        {first || role === 'title' ? <span className={styles.title}>{title}</span> : null}
        {role === 'title' ? null : (
          <span className={styles.snippet}>
            <span className={styles.role}>{ROLES[role]}</span>{' '}
            {markedParts(hit).map(({ text, at, found }) => (found ? <mark key={at}>{text}</mark> : text))}
          </span>
        )}
      </button>
    </li>
  );
}
