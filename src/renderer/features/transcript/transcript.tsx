import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useApp, useStretch, useView } from '../../hooks/app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Announcer } from './announcer.tsx';
import { ApprovalSlot } from './approval-slot.tsx';
import { FindBar } from './find-bar.tsx';
import { RowView } from './row-view.tsx';
import { buildRows, type EndRow, endRows, type Row } from './rows.ts';
import styles from './transcript.module.css';
import { type Anchor, useAnchor } from './use-anchor.ts';
import { type FoundMatches, useFindMatches } from './use-find-matches.ts';
import { type Paging, usePaging } from './use-paging.ts';
import { useReveal } from './use-reveal.ts';
import { Working } from './working.tsx';

type ShownRow = Row | EndRow;

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
  const asked = useView((view) => view.asked);
  const shown: readonly ShownRow[] = useMemo(() => (atEnd ? [...rows, ...endRows(running, asked)] : rows), [rows, running, asked, atEnd]);
  const place = `${session}:${jump}`;
  const anchor = useAnchor({ page, list, place, revision: newest, top: first === 0, atEnd });
  const found = useFindMatches(page);
  const paging = usePaging({ page, place, items, top: first === 0 });
  useReveal({ list, rows, matches: found.matches, release: anchor.release, toEnd: anchor.toEnd });
  return (
    <div className={styles.transcript}>
      <Announcer />
      <FindLayer found={found} />
      <Page page={page} list={list} rows={shown} anchor={anchor} place={place} paging={paging} more={first > 0} />
      {anchor.unseen || !atEnd ? (
        <button type="button" className={styles.pill} data-over onClick={anchor.toEnd}>
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
  /** Whether there is something before the rows. */
  readonly more: boolean;
}

/** Pixels above the rows where more of them can be asked for. */
const HEAD = 36;

/** What scrolls has to be within reach of the keyboard. */
const REACHABLE = { tabIndex: 0 } as const;

/** Keys that move the page. */
const WAYS: ReadonlyMap<string, 'earlier' | 'later'> = new Map([
  ['ArrowUp', 'earlier'],
  ['PageUp', 'earlier'],
  ['ArrowDown', 'later'],
  ['PageDown', 'later'],
]);

function onWheel(event: React.WheelEvent, anchor: Anchor, paging: Paging): void {
  if (event.deltaY < 0) anchor.onHand();
  paging.onHand(event.deltaY < 0 ? 'earlier' : 'later');
}

/** On the bar. Whoever presses a row wants it to stay where it is. */
function onPointerDown(event: React.PointerEvent, anchor: Anchor, paging: Paging): void {
  if (event.target !== event.currentTarget) return;
  anchor.onHand();
  paging.onHand();
}

function onTouchMove(anchor: Anchor, paging: Paging): void {
  anchor.onHand();
  paging.onHand();
}

/** The browser's own way to an end stops short of it, since the rows on the way are measured as they come. */
function onKeyDown(event: React.KeyboardEvent, { toStart, toEnd, onHand }: Anchor, paging: Paging): void {
  const way = WAYS.get(event.key);
  if (way === 'earlier') onHand();
  if (event.target !== event.currentTarget) return;
  if (way !== undefined) paging.onHand(way);
  if (event.key !== 'Home' && event.key !== 'End') return;
  event.preventDefault();
  if (event.key === 'Home') toStart();
  else toEnd();
}

function Page({ page, list, rows, anchor, place, paging, more }: PageProps) {
  const last = rows.length - 1;
  const head = more ? HEAD : 0;
  useStill(page, head);
  return (
    <div
      ref={page}
      className={styles.page}
      role="log"
      aria-live="off"
      aria-label="Transcript"
      {...REACHABLE}
      onWheel={(event) => onWheel(event, anchor, paging)}
      onPointerDown={(event) => onPointerDown(event, anchor, paging)}
      onTouchMove={() => onTouchMove(anchor, paging)}
      onKeyDown={(event) => onKeyDown(event, anchor, paging)}
    >
      {more ? <Head height={head} paging={paging} /> : null}
      <Virtualizer
        key={place}
        startMargin={head}
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
          <div key={row.key} className={styles.row} data-kind={row.kind} data-end={index === last || undefined}>
            <ShownRowView row={row} last={index === last} />
          </div>
        )}
      </Virtualizer>
    </div>
  );
}

function ShownRowView({ row, last }: { readonly row: ShownRow; readonly last: boolean }) {
  if (row.kind === 'working') return <Working />;
  return row.kind === 'asked' ? <ApprovalSlot asked={row.child} child={row.child} /> : <RowView row={row} last={last} />;
}

/** Above the first row. */
function Head({ height, paging }: { readonly height: number; readonly paging: Paging }) {
  return (
    <div className={styles.row} data-kind="head" style={{ height }}>
      {paging.waits ? (
        <button type="button" className={styles.pill} onClick={() => paging.onHand('earlier')}>
          <Icon of={ArrowUp} size={0.875} />
          Earlier
        </button>
      ) : null}
    </div>
  );
}

/** Keeps the rows where they are as what is above them changes its height. */
function useStill(page: React.RefObject<HTMLElement | null>, height: number): void {
  const last = useRef(height);
  useLayoutEffect(() => {
    if (page.current !== null) page.current.scrollTop += height - last.current;
    last.current = height;
  }, [page, height]);
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
  const places = new Map(rows.map((row, index) => [row.key, index]));
  const was = before.findIndex((row) => places.has(row.key));
  return was >= 0 && places.get(before[was]?.key ?? '') !== was;
}

function FindLayer({ found }: { readonly found: FoundMatches }) {
  const finding = useApp((state) => state.layers.includes('find'));
  return finding ? <FindBar matches={found.matches.length} searching={found.searching} /> : null;
}
