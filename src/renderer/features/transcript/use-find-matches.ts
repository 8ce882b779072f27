import { type RefObject, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { createFinder } from './find.ts';
import { useFindMarks } from './use-find-marks.ts';

/** An item that holds the words; with its position where the window may not hold it. */
export interface Match {
  readonly item: string;
  readonly at?: number;
}

export interface FoundMatches {
  readonly matches: readonly Match[];
  /** The earlier part of the session is still being looked through. */
  readonly searching: boolean;
}

/** Milliseconds without another letter before the earlier part of a long session is read through. */
const CALM = 200;

/** What holds the words of the find bar, in the whole session. */
export function useFindMatches(page: RefObject<HTMLDivElement | null>): FoundMatches {
  const finding = useApp((state) => state.layers.includes('find'));
  const { query, index } = useApp((state) => state.find);
  const items = useView((view) => view.items);
  const needle = finding ? query : '';
  useFindMarks(page, needle, `${index}:${items.length}`);
  const earlier = useEarlierMatches(needle.trim());
  const calm = useDeferredValue(needle);
  const finder = useMemo(() => createFinder(calm), [calm]);
  const [matches, setMatches] = useState<readonly Match[]>([]);
  useEffect(() => {
    const search = new AbortController();
    void finder.find(items, search.signal).then((found) => {
      if (found !== undefined && !search.signal.aborted) setMatches(found.map((item) => ({ item })));
    });
    return () => search.abort();
  }, [finder, items]);
  return useMemo(() => ({ matches: [...earlier.matches, ...matches], searching: earlier.searching }), [earlier, matches]);
}

const NOTHING: FoundMatches = { matches: [], searching: false };

/** In the part before the newest items, which the host looks through. */
function useEarlierMatches(needle: string): FoundMatches {
  const { findEarlier } = useCommands();
  const session = useApp((state) => state.current);
  const first = useView((view) => view.first);
  const [answer, setAnswer] = useState<FoundMatches & { readonly of: string }>({ ...NOTHING, of: '' });
  const wanted = needle === '' || first === 0 ? '' : `${session}:${needle}`;
  useEffect(() => {
    if (wanted === '') return;
    let stale = false;
    const timer = setTimeout(() => {
      void findEarlier(needle).then((matches) => {
        if (!stale) setAnswer({ matches, searching: false, of: wanted });
      });
    }, CALM);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [wanted, needle, findEarlier]);
  return useMemo(() => {
    if (wanted === '') return NOTHING;
    if (answer.of !== wanted) return { matches: [], searching: true };
    return { ...answer, matches: answer.matches.filter(({ at = 0 }) => at < first) };
  }, [answer, wanted, first]);
}
