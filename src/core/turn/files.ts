import type { TurnFile } from '../../shared/events.ts';
import type { FileChange } from '../../shared/tool-detail.ts';
import type { ToolOutcome } from '../tools/tool.ts';

/** Adds what a call changed to the turn's totals: one row per file, in the order of its first change. */
export function addChanges(files: Map<string, TurnFile>, outcome: ToolOutcome): void {
  if (outcome.detail?.kind !== 'mutate') return;
  for (const change of outcome.detail.changes) {
    const { patch: _, ...row } = change;
    const before = files.get(change.movedFrom ?? change.path);
    if (change.movedFrom) files.delete(change.movedFrom);
    files.set(change.path, before ? merge(before, row) : row);
  }
}

function merge(before: TurnFile, after: Omit<FileChange, 'patch'>): TurnFile {
  const created = before.change === 'created' && after.change !== 'deleted';
  return {
    ...after,
    change: created ? 'created' : after.change,
    added: before.added + after.added,
    removed: before.removed + after.removed,
  };
}
