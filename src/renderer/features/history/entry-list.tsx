import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Entry, type Fate, speakerOf, textOf } from '../../../shared/generations.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './history.module.css';

/** Shown at once; the rest comes when it is asked for. */
const PAGE = 100;

/** Messages in the order they were said, with a filter by their words. */
export function EntryList({ entries }: { readonly entries: readonly Entry[] }) {
  const [query, setQuery] = useState('');
  const [pages, setPages] = useState(1);
  const found = useMemo(() => filter(entries, query), [entries, query]);
  const shown = found.slice(0, pages * PAGE);
  return (
    <>
      <input
        type="search"
        className={styles.filter}
        value={query}
        aria-label="Filter the messages"
        placeholder="Filter by words"
        onChange={(event) => setQuery(event.target.value)}
      />
      {found.length === 0 ? <p className={styles.none}>No message holds these words.</p> : null}
      <ul className={styles.entries}>
        {shown.map((entry) => (
          <EntryRow key={`${entry.item.kind}:${entry.item.id}`} entry={entry} />
        ))}
      </ul>
      {found.length > shown.length ? (
        <Button size="small" onClick={() => setPages(pages + 1)}>{`Show more of ${plural(found.length, 'message')}`}</Button>
      ) : null}
    </>
  );
}

function filter(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? entries : entries.filter(({ item }) => holds(textOf(item).toLowerCase(), words));
}

function holds(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

const FATES: Readonly<Record<Fate, string>> = { summarised: 'in the summary', pinned: 'pinned, stays', stays: 'stays' };

function EntryRow({ entry: { item, fate } }: { readonly entry: Entry }) {
  const [open, setOpen] = useState(false);
  const text = textOf(item);
  const line = (
    <>
      <span className={styles.speaker}>{speakerOf(item)}</span>
      <span className={styles.start}>{startOf(text)}</span>
      {fate === undefined ? null : <Badge tone={fate === 'pinned' ? 'accent' : 'neutral'}>{FATES[fate]}</Badge>}
    </>
  );
  if (text === '') {
    return (
      <li className={styles.line} data-fate={fate}>
        {line}
      </li>
    );
  }
  return (
    <li data-fate={fate}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.line}>
          {line}
          <span className={styles.arrow}>
            <Icon of={ChevronRight} size={0.875} />
          </span>
        </summary>
        {open ? <pre className={styles.text}>{text}</pre> : null}
      </details>
    </li>
  );
}

const START = 200;

function startOf(text: string): string {
  const words = text
    .slice(0, 4 * START)
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return 'calls only';
  return words.length > START ? `${words.slice(0, START)}…` : words;
}
