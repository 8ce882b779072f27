import { type RefObject, useCallback, useEffect } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useCommands } from '../../hooks/app-context.ts';

/** So many screens beyond what is seen are there before the reader comes to them. */
const AHEAD = 2;

interface PagingInput {
  readonly page: RefObject<HTMLElement | null>;
  readonly list: RefObject<VirtualizerHandle | null>;
  /** Changes with what is held. */
  readonly revision: unknown;
}

/** Asks for more of the transcript as the reader comes near to the edge of what is held. Gives what is to be called when they move. */
export function usePaging({ page, list, revision }: PagingInput): () => void {
  const { loadEarlier, loadLater } = useCommands();
  const look = useCallback(() => {
    const [element, handle] = [page.current, list.current];
    if (element === null || handle === null) return;
    const { scrollOffset, scrollSize, viewportSize } = handle;
    if (scrollOffset < AHEAD * viewportSize) void loadEarlier();
    if (scrollSize - scrollOffset - viewportSize < AHEAD * viewportSize) void loadLater();
  }, [page, list, loadEarlier, loadLater]);
  useEffect(() => {
    if (revision === undefined) return;
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [revision, look]);
  return look;
}
