import type { TranscriptItem } from '../../../shared/fold-types.ts';
import type { FileChange } from '../../../shared/tool-detail.ts';

/** One file with every edit made to it, in order. */
export interface FileEdits {
  readonly path: string;
  readonly change: FileChange['change'];
  readonly added: number;
  readonly removed: number;
  readonly edits: readonly { readonly call: string; readonly change: FileChange }[];
}

/** Files that edits changed, in the order they were first touched; of one turn, or of the whole session. */
export function changedFiles(items: readonly TranscriptItem[], turn: string | null): readonly FileEdits[] {
  const files = new Map<string, FileEdits>();
  for (const item of turn === null ? items : itemsOfTurn(items, turn)) {
    if (item.kind !== 'tool' || item.detail?.kind !== 'mutate') continue;
    for (const change of item.detail.changes) files.set(change.path, withEdit(files.get(change.path), change, item.id));
  }
  return [...files.values()];
}

function withEdit(before: FileEdits | undefined, change: FileChange, call: string): FileEdits {
  const { path, added, removed } = change;
  if (before === undefined) return { path, change: change.change, added, removed, edits: [{ call, change }] };
  const kind = before.change === 'created' && change.change === 'modified' ? 'created' : change.change;
  const edits = [...before.edits, { call, change }];
  return { path, change: kind, added: before.added + added, removed: before.removed + removed, edits };
}

function itemsOfTurn(items: readonly TranscriptItem[], turn: string): readonly TranscriptItem[] {
  const end = items.findIndex((item) => item.kind === 'turn' && item.id === turn);
  if (end === -1) return [];
  const start = items.slice(0, end).findLastIndex((item) => item.kind === 'turn');
  return items.slice(start + 1, end);
}
