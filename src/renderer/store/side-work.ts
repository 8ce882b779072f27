import type { SessionView } from '../../shared/fold-types.ts';
import { isPending, type SideWork, type WorkKind } from '../../shared/side-work.ts';

type SideView = Pick<SessionView, 'work' | 'untold' | 'held' | 'turn'>;

/** Whether the session goes on by itself when side work ends: nobody has stopped that. */
export function waits(view: SideView): boolean {
  return view.turn === undefined && view.held === undefined && isPending(view);
}

/** Whether results wait for a prompt. */
export function holds({ turn, held, untold }: SideView): boolean {
  return turn === undefined && held !== undefined && untold.some(({ quiet }) => !quiet);
}

/** Whether a turn runs or begins by itself: then the session is not put back. */
export function isBusy(view: SideView): boolean {
  return view.turn !== undefined || waits(view);
}

/** What the session is at besides a turn; empty when that is nothing. */
export function sideWords(view: SideView): string {
  const { work, untold } = view;
  if (holds(view)) return joined(`${counted(untold.filter(({ quiet }) => !quiet).length, 'result')} held`, work);
  if (!waits(view)) return joined('', work);
  const awaited = work.filter((one) => one.awaited);
  const first = awaited.length === 0 ? 'Going on with results' : `Waiting for ${countedWork(awaited)}`;
  return joined(
    first,
    work.filter((one) => !one.awaited),
  );
}

/** What comes first, and what runs beside that. */
function joined(first: string, beside: readonly SideWork[]): string {
  return [first, beside.length === 0 ? '' : `${countedWork(beside)} in the background`].filter((part) => part !== '').join(' · ');
}

const KINDS: Readonly<Record<WorkKind, readonly [string, string]>> = { command: ['command', 'commands'], child: ['child', 'children'] };

/** `2 commands and 1 child`. */
function countedWork(work: readonly SideWork[]): string {
  return (['command', 'child'] as const)
    .map((kind) => ({ kind, count: work.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${KINDS[kind][count === 1 ? 0 : 1]}`)
    .join(' and ');
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
