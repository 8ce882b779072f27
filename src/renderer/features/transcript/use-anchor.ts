import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';

/** So near to the end, in pixels, the reader counts as being there. */
const NEAR = 24;

export interface Anchor {
  /** Whether something came below while the reader was further up. */
  readonly unseen: boolean;
  readonly onScroll: () => void;
  readonly onScrollEnd: () => void;
  readonly onResize: () => void;
  readonly toStart: () => void;
  readonly toEnd: () => void;
  /** Stops following the end: the reader looks at something else. */
  readonly release: () => void;
  /** The reader's hand on the scroll position, by wheel, key or bar. */
  readonly onHand: () => void;
}

interface AnchorInput {
  /** What scrolls. */
  readonly page: RefObject<HTMLElement | null>;
  readonly list: RefObject<VirtualizerHandle | null>;
  /** Another session starts at its end. */
  readonly session: string;
  /** Changes whenever there is something new to see. */
  readonly revision: unknown;
}

/**
 * Keeps the reader where they are. At the end the list follows what comes; further up nothing moves and `unseen` says that there is more.
 * Only the reader's own hand leaves the end: rows that turn out taller than guessed move the list as well.
 * It scrolls the page itself: a scroll of the list goes on until no row changes its size, which in a running turn pulls the reader back.
 */
export function useAnchor({ page, list, session, revision }: AnchorInput): Anchor {
  const following = useRef(true);
  const hand = useRef(false);
  const end = useRef(0);
  const [unseen, setUnseen] = useState(false);

  const follow = useCallback(() => {
    const element = page.current;
    if (element === null || !following.current) return;
    const left = hand.current && element.scrollTop < end.current - NEAR;
    following.current = !left;
    if (left) return;
    element.scrollTop = element.scrollHeight;
    end.current = element.scrollTop;
  }, [page]);

  const toEnd = useCallback(() => {
    following.current = true;
    hand.current = false;
    setUnseen(false);
    follow();
  }, [follow]);

  const toStart = useCallback(() => {
    following.current = false;
    page.current?.scrollTo(0, 0);
  }, [page]);

  const onScroll = useCallback(() => {
    const handle = list.current;
    if (handle === null) return;
    const atEnd = handle.scrollSize - handle.viewportSize - handle.scrollOffset <= NEAR;
    if (atEnd) following.current = true;
    else if (hand.current) following.current = false;
    if (atEnd) setUnseen(false);
  }, [list]);

  const onScrollEnd = useCallback(() => {
    hand.current = false;
  }, []);

  const onHand = useCallback(() => {
    hand.current = true;
  }, []);

  const release = useCallback(() => {
    following.current = false;
  }, []);

  useLayoutEffect(() => {
    if (session !== '') toEnd();
  }, [session, toEnd]);

  useLayoutEffect(() => {
    if (revision === undefined) return;
    follow();
    if (!following.current) setUnseen(true);
  }, [revision, follow]);

  return { unseen, onScroll, onScrollEnd, onResize: follow, toStart, toEnd, release, onHand };
}
