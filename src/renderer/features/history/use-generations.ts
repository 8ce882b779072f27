import { useEffect, useMemo, useState } from 'react';
import { type Generation, generationsOf } from '../../../shared/generations.ts';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';

const NONE: readonly Generation[] = [];

/** The generations of the session on screen, with the entries of the chosen one and the last. None until they are there: those of a long session are read by the host. */
export function useGenerations(chosen: number | null): readonly Generation[] {
  const { readGenerations } = useCommands();
  const session = useApp((state) => state.current);
  const first = useView((view) => view.first);
  const items = useView((view) => view.items);
  const newest = useView((view) => view.generation);
  const [read, setRead] = useState<{ readonly of: string; readonly generations: readonly Generation[] }>();
  const wanted = first === 0 || session === null ? '' : `${session}:${chosen}:${newest}`;
  useEffect(() => {
    if (wanted === '' || session === null) return;
    let stale = false;
    void readGenerations(session, chosen).then((generations) => {
      if (!stale && generations !== undefined) setRead({ of: wanted, generations });
    });
    return () => {
      stale = true;
    };
  }, [wanted, session, chosen, readGenerations]);
  const held = useMemo(() => (first === 0 ? generationsOf(items) : NONE), [first, items]);
  if (first === 0) return held;
  return read?.of === wanted ? read.generations : NONE;
}
