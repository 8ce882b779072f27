import { type RefObject, useEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { type Row, rowIndexOf } from './rows.ts';
import type { Match } from './use-find-matches.ts';

interface RevealInput {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly rows: readonly Row[];
  readonly matches: readonly Match[];
  readonly release: () => void;
  readonly toEnd: () => void;
}

/** Scrolls to what was found or asked for, once; what is not held is brought first. */
export function useReveal({ list, rows, matches, release, toEnd }: RevealInput): void {
  useEndOnDemand(toEnd);
  useChildOnDemand(toEnd);
  const { setFold, showItem, showFound } = useCommands();
  const focus = useApp((state) => state.focus);
  const found = useApp((state) => matches[Math.min(state.find.index, matches.length - 1)]);
  const asked = useView((view) =>
    focus?.target === 'approval' ? view.waiting.find(({ id }) => id === focus.approval)?.callId : undefined,
  );
  const wanted = focus?.target === 'item' ? focus.item : (asked ?? found?.item);
  const at = wanted === found?.item ? found?.at : undefined;
  const due = useRef<string>(undefined);
  useEffect(() => {
    due.current = wanted;
    if (wanted === undefined) return;
    if (at === undefined) void showItem(wanted);
    else void showFound(at);
  }, [wanted, at, showItem, showFound]);
  useEffect(() => {
    if (due.current === undefined || due.current !== wanted) return;
    const index = rowIndexOf(rows, due.current);
    if (index === -1) return;
    due.current = undefined;
    const row = rows[index];
    if (row?.kind === 'group') setFold(row.key, true);
    release();
    list.current?.scrollToIndex(index, { align: 'center' });
  }, [list, rows, wanted, setFold, release]);
}

/** What children ask stands at the end. */
function useChildOnDemand(toEnd: () => void): void {
  const focus = useApp((state) => state.focus);
  const wanted = useView((view) => focus?.target === 'approval' && view.asked.some(({ approval }) => approval.id === focus.approval));
  const latest = useRef(toEnd);
  latest.current = toEnd;
  useEffect(() => {
    if (wanted) latest.current();
  }, [wanted]);
}

function useEndOnDemand(toEnd: () => void): void {
  const { setFocus } = useCommands();
  const wanted = useApp((state) => state.focus?.target === 'end');
  useEffect(() => {
    if (!wanted) return;
    setFocus(null);
    toEnd();
  }, [wanted, setFocus, toEnd]);
}
