import { ArrowDown } from 'lucide-react';
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Announcer } from './announcer.tsx';
import { createFinder } from './find.ts';
import { FindBar } from './find-bar.tsx';
import { RowView } from './row-view.tsx';
import { buildRows, type Row, rowIndexOf } from './rows.ts';
import styles from './transcript.module.css';
import { type Anchor, useAnchor } from './use-anchor.ts';
import { useFindMarks } from './use-find-marks.ts';
import { Working } from './working.tsx';

/** A row, or the line that says that the turn runs. */
type ShownRow = Row | null;

/** Pixels drawn beyond what is seen. */
const BUFFER = 240;

/** The session as it reads. Only rows near the eye exist. */
export function Transcript() {
  const items = useView((view) => view.items);
  const session = useView((view) => view.id);
  const rows = useMemo(() => buildRows(items), [items]);
  const list = useRef<VirtualizerHandle>(null);
  const page = useRef<HTMLDivElement>(null);
  const running = useView((view) => view.turn !== undefined || view.compaction?.waits === false);
  const shown: readonly ShownRow[] = useMemo(() => (running ? [...rows, null] : rows), [rows, running]);
  const anchor = useAnchor({ page, list, session, revision: items });
  const matches = useFindMatches(page);
  useReveal({ list, rows, matches, release: anchor.release });
  return (
    <div className={styles.transcript}>
      <Announcer />
      <FindLayer matches={matches.length} />
      <Page page={page} list={list} rows={shown} anchor={anchor} session={session} />
      {anchor.unseen ? (
        <button type="button" className={styles.pill} onClick={anchor.toEnd}>
          <Icon of={ArrowDown} size={0.875} />
          New output
        </button>
      ) : null}
    </div>
  );
}

interface PageProps {
  readonly page: React.RefObject<HTMLDivElement | null>;
  readonly list: React.RefObject<VirtualizerHandle | null>;
  readonly rows: readonly ShownRow[];
  readonly anchor: Anchor;
  readonly session: string;
}

/** What scrolls has to be within reach of the keyboard. */
const REACHABLE = { tabIndex: 0 } as const;

/** Keys that move the page up. */
const UPWARDS: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp']);

/** The browser's own way to an end stops short of it, since the rows on the way are measured as they come. */
function onKeyDown(event: React.KeyboardEvent, { toStart, toEnd, onHand }: Anchor): void {
  if (UPWARDS.has(event.key)) onHand();
  if (event.target !== event.currentTarget || (event.key !== 'Home' && event.key !== 'End')) return;
  event.preventDefault();
  if (event.key === 'Home') toStart();
  else toEnd();
}

function Page({ page, list, rows, anchor, session }: PageProps) {
  const last = rows.length - 1;
  return (
    <div
      ref={page}
      className={styles.page}
      role="log"
      aria-live="off"
      aria-label="Transcript"
      {...REACHABLE}
      onWheel={(event) => (event.deltaY < 0 ? anchor.onHand() : undefined)}
      onPointerDown={(event) => (event.target === event.currentTarget ? anchor.onHand() : undefined)}
      onTouchMove={anchor.onHand}
      onKeyDown={(event) => onKeyDown(event, anchor)}
    >
      <Virtualizer
        key={session}
        ref={list}
        data={rows}
        shift={useGrowsUpwards(rows)}
        bufferSize={BUFFER}
        onScroll={anchor.onScroll}
        onScrollEnd={anchor.onScrollEnd}
        onResize={anchor.onResize}
      >
        {(row, index) => (
          <div key={row?.key ?? 'working'} className={styles.row} data-kind={row?.kind ?? 'working'} data-end={index === last || undefined}>
            {row === null ? <Working /> : <RowView row={row} last={index === last} />}
          </div>
        )}
      </Virtualizer>
    </div>
  );
}

/** Whether rows came before those that were there, as when the earlier part of a long session arrives: then the reader stays where they are, counted from the end. */
function useGrowsUpwards(rows: readonly ShownRow[]): boolean {
  const first = useRef<ShownRow>(null);
  const before = first.current;
  const now = rows[0] ?? null;
  useLayoutEffect(() => {
    first.current = now;
  }, [now]);
  return before !== null && now !== null && before.key !== now.key && rows.some((row) => row?.key === before.key);
}

function FindLayer({ matches }: { readonly matches: number }) {
  const finding = useApp((state) => state.layers.includes('find'));
  return finding ? <FindBar matches={matches} /> : null;
}

function useFindMatches(page: React.RefObject<HTMLDivElement | null>): readonly string[] {
  const finding = useApp((state) => state.layers.includes('find'));
  const { query, index } = useApp((state) => state.find);
  const items = useView((view) => view.items);
  const needle = finding ? query : '';
  useFindMarks(page, needle, `${index}:${items.length}`);
  const calm = useDeferredValue(needle);
  const finder = useMemo(() => createFinder(calm), [calm]);
  const [matches, setMatches] = useState<readonly string[]>([]);
  useEffect(() => {
    const search = new AbortController();
    void finder.find(items, search.signal).then((found) => {
      if (found !== undefined && !search.signal.aborted) setMatches(found);
    });
    return () => search.abort();
  }, [finder, items]);
  return matches;
}

interface RevealInput {
  readonly list: React.RefObject<VirtualizerHandle | null>;
  readonly rows: readonly Row[];
  readonly matches: readonly string[];
  readonly release: () => void;
}

/** Scrolls to what was found or asked for. */
function useReveal({ list, rows, matches, release }: RevealInput): void {
  const { setFold } = useCommands();
  const focus = useApp((state) => state.focus);
  const found = useApp((state) => matches[Math.min(state.find.index, matches.length - 1)]);
  const asked = useView((view) =>
    focus?.target === 'approval' ? view.waiting.find(({ id }) => id === focus.approval)?.callId : undefined,
  );
  const wanted = focus?.target === 'item' ? focus.item : (asked ?? found);
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => {
    if (wanted === undefined) return;
    const index = rowIndexOf(latest.current, wanted);
    if (index === -1) return;
    const row = latest.current[index];
    if (row?.kind === 'group') setFold(row.key, true);
    release();
    list.current?.scrollToIndex(index, { align: 'center' });
  }, [list, wanted, setFold, release]);
}
