import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useApp, useCommands } from '../../hooks/app-context.ts';

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
  /** Another session, or another stretch of one. */
  readonly place: string;
  /** Whether what is held begins with the beginning, and ends with the end. */
  readonly top: boolean;
  readonly atEnd: boolean;
  /** Changes whenever there is something new to see. */
  readonly revision: unknown;
}

/**
 * Keeps the reader where they are. At the end the list follows what comes; further up nothing moves and `unseen` says that there is more.
 * Only the reader's own hand leaves the end: rows that turn out taller than guessed move the list as well.
 * It scrolls the page itself: a scroll of the list goes on until no row changes its size, which in a running turn pulls the reader back.
 */
export function useAnchor({ page, list, place, revision, top, atEnd }: AnchorInput): Anchor {
  const { showStart, showEnd } = useCommands();
  const { following, setFollowing, reading } = useFollowing();
  const hand = useRef(false);
  const end = useRef(0);
  const [unseen, setUnseen] = useState(false);

  const follow = useCallback(() => {
    const element = page.current;
    if (element === null || !following.current) return;
    const left = hand.current && element.scrollTop < end.current - NEAR;
    if (left) return setFollowing(false);
    element.scrollTop = element.scrollHeight;
    end.current = element.scrollTop;
  }, [page, setFollowing, following]);

  const toEnd = useCallback(() => {
    hand.current = false;
    setUnseen(false);
    if (!atEnd) return showEnd();
    setFollowing(true);
    follow();
  }, [follow, setFollowing, showEnd, atEnd]);

  const toStart = useCallback(() => {
    setFollowing(false);
    if (top) page.current?.scrollTo(0, 0);
    else void showStart();
  }, [page, setFollowing, showStart, top]);

  const onScroll = useCallback(() => {
    const handle = list.current;
    if (handle === null) return;
    const seesEnd = atEnd && handle.scrollSize - handle.viewportSize - handle.scrollOffset <= NEAR;
    if (seesEnd) setFollowing(true);
    else if (hand.current) setFollowing(false);
    if (seesEnd) setUnseen(false);
  }, [list, setFollowing, atEnd]);

  const onScrollEnd = useCallback(() => {
    hand.current = false;
  }, []);

  const onHand = useCallback(() => {
    hand.current = true;
  }, []);

  const release = useCallback(() => {
    setFollowing(false);
  }, [setFollowing]);

  useArrival({ page, place, reading, following, toEnd });

  useLayoutEffect(() => {
    if (revision === undefined) return;
    follow();
    if (!following.current) setUnseen(true);
  }, [revision, follow, following]);

  return { unseen, onScroll, onScrollEnd, onResize: follow, toStart, toEnd, release, onHand };
}

interface ArrivalInput extends Pick<AnchorInput, 'page' | 'place'> {
  readonly reading: boolean;
  readonly following: RefObject<boolean>;
  readonly toEnd: () => void;
}

/** A session begins at its end, another stretch that is read at its beginning. */
function useArrival({ page, place, reading, following, toEnd }: ArrivalInput): void {
  const arrive = useRef(toEnd);
  arrive.current = () => {
    if (!reading) return toEnd();
    following.current = false;
    page.current?.scrollTo(0, 0);
  };
  useLayoutEffect(() => {
    if (place !== '') arrive.current();
  }, [place]);
}

/** Whether the list follows the end; the store knows it too, so that nothing goes while somebody reads. */
function useFollowing() {
  const { setReading } = useCommands();
  const reading = useApp(({ current, open }) => (current === null ? false : (open[current]?.reading ?? false)));
  const following = useRef(true);
  const setFollowing = useCallback(
    (is: boolean) => {
      following.current = is;
      setReading(!is);
    },
    [setReading],
  );
  return { following, setFollowing, reading };
}
