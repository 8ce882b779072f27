import type { ToolItem, TranscriptItem } from '../../../shared/fold-types.ts';
import type { FileChange } from '../../../shared/tool-detail.ts';

/** One file with every edit made to it, in order. */
export interface FileEdits {
  readonly path: string;
  readonly change: FileChange['change'];
  readonly added: number;
  readonly removed: number;
  readonly edits: readonly { readonly call: string; readonly change: FileChange }[];
}

/** Calls that changed files; of one turn, or of the whole session. */
export function editCalls(items: readonly TranscriptItem[], turn: string | null): readonly ToolItem[] {
  const within = turn === null ? items : itemsOfTurn(items, turn);
  return within.flatMap((item) => (item.kind === 'tool' && item.detail?.kind === 'mutate' ? [item] : []));
}

/** Files that the calls changed, in the order they were first touched. */
export function changedFiles(calls: readonly ToolItem[]): readonly FileEdits[] {
  const edits = new Map<string, { call: string; change: FileChange }[]>();
  for (const { id, detail } of calls) {
    if (detail?.kind !== 'mutate') continue;
    for (const change of detail.changes) {
      const known = edits.get(change.path);
      if (known === undefined) edits.set(change.path, [{ call: id, change }]);
      else known.push({ call: id, change });
    }
  }
  return [...edits].map(([path, all]) => summary(path, all));
}

function summary(path: string, edits: FileEdits['edits']): FileEdits {
  const added = edits.reduce((sum, { change }) => sum + change.added, 0);
  const removed = edits.reduce((sum, { change }) => sum + change.removed, 0);
  const first = edits[0]?.change.change ?? 'modified';
  const last = edits.at(-1)?.change.change ?? 'modified';
  return { path, change: first === 'created' && last === 'modified' ? 'created' : last, added, removed, edits };
}

function itemsOfTurn(items: readonly TranscriptItem[], turn: string): readonly TranscriptItem[] {
  const end = items.findIndex((item) => item.kind === 'turn' && item.id === turn);
  if (end === -1) return [];
  const start = items.slice(0, end).findLastIndex((item) => item.kind === 'turn');
  return items.slice(start + 1, end);
}
