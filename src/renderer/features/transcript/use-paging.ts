import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useCommands } from '../../hooks/app-context.ts';

/** So many screens beyond what is seen are there before the reader comes to them. */
const AHEAD = 2;
/** As many items are read ahead without the reader moving: of folded calls, no number fills a screen. */
const BY_ITSELF = 600;

interface PagingInput {
  readonly page: RefObject<HTMLElement | null>;
  readonly list: RefObject<VirtualizerHandle | null>;
  /** What is held. */
  readonly items: readonly unknown[];
}

export interface Paging {
  /** To be called when the reader moves. */
  readonly onMove: () => void;
  /** Nothing scrolls, so nobody can come near to an edge. */
  readonly fits: boolean;
  readonly loadEarlier: () => void;
}

/** Asks for more of the transcript as the reader comes near to the edge of what is held. */
export function usePaging({ page, list, items }: PagingInput): Paging {
  const { loadEarlier, loadLater } = useCommands();
  const [fits, setFits] = useState(false);
  const held = useRef(items.length);
  held.current = items.length;
  const onMove = useCallback(() => {
    if (list.current === null) return;
    const { scrollOffset, scrollSize, viewportSize } = list.current;
    if (held.current >= BY_ITSELF && scrollSize <= viewportSize) return;
    if (scrollOffset < AHEAD * viewportSize) void loadEarlier();
    if (scrollSize - scrollOffset - viewportSize < AHEAD * viewportSize) void loadLater();
  }, [list, loadEarlier, loadLater]);
  useEffect(() => {
    if (items.length >= BY_ITSELF) return;
    const frame = requestAnimationFrame(onMove);
    return () => cancelAnimationFrame(frame);
  }, [items, onMove]);
  useEffect(() => {
    const element = page.current;
    if (items.length === 0 || element === null) return;
    const observer = new ResizeObserver(() => setFits(element.scrollHeight <= element.clientHeight));
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [items, page]);
  return { onMove, fits, loadEarlier: () => void loadEarlier() };
}
