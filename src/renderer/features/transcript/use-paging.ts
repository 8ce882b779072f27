import { type RefObject, useCallback, useEffect, useState } from 'react';
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
  /** To be called when what is shown changes its size. */
  readonly onResize: () => void;
  /** Nothing scrolls, so nobody can come near to an edge. */
  readonly fits: boolean;
  readonly loadEarlier: () => void;
}

/** Asks for more of the transcript as the reader comes near to the edge of what is held. */
export function usePaging({ page, list, items }: PagingInput): Paging {
  const { loadEarlier, loadLater } = useCommands();
  const [fits, setFits] = useState(false);
  const onMove = useCallback(() => {
    const [element, handle] = [page.current, list.current];
    if (element === null || handle === null) return;
    const { scrollOffset, scrollSize, viewportSize } = handle;
    setFits(viewportSize > 0 && scrollSize <= viewportSize);
    if (scrollOffset < AHEAD * viewportSize) void loadEarlier();
    if (scrollSize - scrollOffset - viewportSize < AHEAD * viewportSize) void loadLater();
  }, [page, list, loadEarlier, loadLater]);
  const onResize = useCallback(() => {
    const handle = list.current;
    if (handle !== null) setFits(handle.viewportSize > 0 && handle.scrollSize <= handle.viewportSize);
  }, [list]);
  useEffect(() => {
    const frame = requestAnimationFrame(items.length < BY_ITSELF ? onMove : onResize);
    return () => cancelAnimationFrame(frame);
  }, [items, onMove, onResize]);
  return { onMove, onResize, fits, loadEarlier: () => void loadEarlier() };
}
