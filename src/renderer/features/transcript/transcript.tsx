import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useApp, useStretch, useView } from '../../hooks/app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Announcer } from './announcer.tsx';
import { FindBar } from './find-bar.tsx';
import { RowView } from './row-view.tsx';
import { buildRows, type Row } from './rows.ts';
import styles from './transcript.module.css';
import { type Anchor, useAnchor } from './use-anchor.ts';
import { type FoundMatches, useFindMatches } from './use-find-matches.ts';
import { type Paging, usePaging } from './use-paging.ts';
import { useReveal } from './use-reveal.ts';
import { Working } from './working.tsx';

/** A row, or the line that says that the turn runs. */
type ShownRow = Row | null;

/** Pixels drawn beyond what is seen. */
const BUFFER = 240;

/** The session as it reads. Only rows near the eye exist. */
export function Transcript() {
  const { items, first, parts, atEnd } = useStretch();
  const newest = useView((view) => view.items);
  const session = useApp((state) => state.current ?? '');
  const jump = useApp((state) => (state.current === null ? 0 : (state.open[state.current]?.jump ?? 0)));
  const rows = useMemo(() => buildRows(items, parts), [items, parts]);
  const list = useRef<VirtualizerHandle>(null);
  const page = useRef<HTMLDivElement>(null);
  const running = useView((view) => view.turn !== undefined || view.compaction?.waits === false);
  const shown: readonly ShownRow[] = useMemo(() => (running && atEnd ? [...rows, null] : rows), [rows, running, atEnd]);
  const place = `${session}:${jump}`;
  const anchor = useAnchor({ page, list, place, revision: newest, top: first === 0, atEnd });
  const found = useFindMatches(page);
  const paging = usePaging({ page, list, items });
  useReveal({ list, rows, matches: found.matches, release: anchor.release, toEnd: anchor.toEnd });
  return (
    <div className={styles.transcript}>
      <Announcer />
      <FindLayer found={found} />
      <Page page={page} list={list} rows={shown} anchor={anchor} place={place} paging={paging} />
      {paging.fits && first > 0 ? (
        <button type="button" className={styles.pill} data-top onClick={paging.loadEarlier}>
          <Icon of={ArrowUp} size={0.875} />
          Earlier
        </button>
      ) : null}
      {anchor.unseen || !atEnd ? (
        <button type="button" className={styles.pill} onClick={anchor.toEnd}>
          <Icon of={ArrowDown} size={0.875} />
          {anchor.unseen ? 'New output' : 'To the end'}
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
  /** Another place begins anew, with nothing measured. */
  readonly place: string;
  readonly paging: Paging;
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

function Page({ page, list, rows, anchor, place, paging }: PageProps) {
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
        key={place}
        ref={list}
        data={rows}
        shift={useChangesAbove(rows)}
        bufferSize={BUFFER}
        onScroll={() => {
          anchor.onScroll();
          paging.onMove();
        }}
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

/** Whether rows came before those that were there, or the first of them went: then the reader stays where they are, counted from the end. */
function useChangesAbove(rows: readonly ShownRow[]): boolean {
  const last = useRef<readonly ShownRow[]>([]);
  const before = last.current;
  useLayoutEffect(() => {
    last.current = rows;
  }, [rows]);
  return useMemo(() => hasMoved(before, rows), [before, rows]);
}

/** Of the rows that both have, the first. Those above may have gone, come, or joined it to others. */
function hasMoved(before: readonly ShownRow[], rows: readonly ShownRow[]): boolean {
  if (before[0]?.key === rows[0]?.key) return false;
  const places = new Map(rows.map((row, index) => [row?.key, index]));
  const was = before.findIndex((row) => row !== null && places.has(row.key));
  return was >= 0 && places.get(before[was]?.key) !== was;
}

function FindLayer({ found }: { readonly found: FoundMatches }) {
  const finding = useApp((state) => state.layers.includes('find'));
  return finding ? <FindBar matches={found.matches.length} searching={found.searching} /> : null;
}
