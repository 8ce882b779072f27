import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useCommands } from '../../hooks/app-context.ts';

/** So many screens beyond what is seen are there before the reader comes to them. */
const AHEAD = 2;
/** So many pages are read without the reader's hand: of folded calls, no number fills a screen. */
const BY_ITSELF = 6;

interface PagingInput {
  /** What scrolls. */
  readonly page: RefObject<HTMLElement | null>;
  /** Another session, or another stretch of one. */
  readonly place: string;
  /** What is held. */
  readonly items: readonly unknown[];
  /** Whether what is held begins with the beginning. */
  readonly top: boolean;
}

type Way = 'earlier' | 'later';

export interface Paging {
  /** To be called when the page moves. */
  readonly onMove: () => void;
  /** The reader's hand: wheel, key, bar; and which way it goes, where that shows. */
  readonly onHand: (way?: Way) => void;
  /** The reader is at the beginning of what is held, and nothing more comes by itself. */
  readonly waits: boolean;
}

/** Asks for more of the transcript as the reader comes near to the edge of what is held. What comes moves the page as well, so without a hand only so many pages do. */
export function usePaging({ page, place, items, top }: PagingInput): Paging {
  const { loadEarlier, loadLater } = useCommands();
  const [waits, setWaits] = useState(false);
  const read = useRef(0);
  const way = useRef<Way>('earlier');
  const look = useRef(() => {});
  const ask = useCallback(async (load: () => Promise<boolean | undefined>) => {
    const came = await load();
    if (came === undefined) return;
    if (came) read.current += 1;
    requestAnimationFrame(() => look.current());
  }, []);
  const onMove = useCallback(() => {
    const near = page.current === null ? NOWHERE : nearEdges(page.current);
    const wanted = wantedWays(near, way.current);
    const more = read.current < BY_ITSELF;
    setWaits(near.start && !(wanted.earlier && more));
    if (wanted.earlier && more) void ask(loadEarlier);
    if (wanted.later && more) void ask(loadLater);
  }, [page, ask, loadEarlier, loadLater]);
  look.current = onMove;
  const onHand = useCallback(
    (to: Way = way.current) => {
      [read.current, way.current] = [0, to];
      setWaits(false);
      requestAnimationFrame(onMove);
    },
    [onMove],
  );
  const begins = useRef(top);
  begins.current = top;
  useEffect(() => {
    if (place !== '') [read.current, way.current] = [0, begins.current ? 'later' : 'earlier'];
  }, [place]);
  useEffect(() => {
    const element = page.current;
    if (items.length === 0 || element === null) return;
    const observer = new ResizeObserver(onMove);
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [items, page, onMove]);
  return { onMove, onHand, waits };
}

interface Edges {
  readonly start: boolean;
  readonly end: boolean;
}

const NOWHERE: Edges = { start: false, end: false };

/** Near to both edges only the way that the reader goes: what comes on one side may make what is held too long on the other, back and forth. */
function wantedWays({ start, end }: Edges, way: Way): Readonly<Record<Way, boolean>> {
  const both = start && end;
  return { earlier: both ? way === 'earlier' : start, later: both ? way === 'later' : end };
}

function nearEdges({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Edges {
  const ahead = AHEAD * clientHeight;
  return { start: scrollTop < ahead, end: scrollHeight - scrollTop - clientHeight < ahead };
}
