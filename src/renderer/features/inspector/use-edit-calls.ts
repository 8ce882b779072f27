import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { ToolItem } from '../../../shared/fold-types.ts';
import type { TurnEdit } from '../../../shared/item-page.ts';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { editCalls } from './changes.ts';

interface EditCalls {
  readonly calls: readonly ToolItem[];
  /** Those of the earlier part of a long session are still on their way. */
  readonly reading: boolean;
}

/** Calls that changed files, of one turn or of the whole session, whether the window holds them or not. */
export function useEditCalls(turn: string | null): EditCalls {
  const newest = useView(useShallow((view) => editCalls(view.items, turn)));
  const earlier = useEarlierEdits();
  const first = useView((view) => view.first);
  return useMemo(() => {
    const wanted = (edit: TurnEdit): boolean => edit.at < first && (turn === null || edit.turn === turn);
    return { calls: [...(earlier ?? []).filter(wanted).map(({ item }) => item), ...newest], reading: earlier === undefined };
  }, [earlier, newest, first, turn]);
}

const NONE: readonly TurnEdit[] = [];

/** Undefined until they are there. Read anew when the window lets go of a part that it held. */
function useEarlierEdits(): readonly TurnEdit[] | undefined {
  const { readEdits } = useCommands();
  const session = useApp((state) => state.current);
  const first = useView((view) => view.first);
  const [answer, setAnswer] = useState<{ readonly session: string; readonly edits: readonly TurnEdit[] }>();
  useEffect(() => {
    if (session === null || first === 0) return;
    let stale = false;
    void readEdits(session).then((edits) => {
      if (!stale) setAnswer({ session, edits });
    });
    return () => {
      stale = true;
    };
  }, [session, first, readEdits]);
  if (first === 0) return NONE;
  return answer?.session === session ? answer?.edits : undefined;
}
