import { createTwoFilesPatch, OMIT_HEADERS } from 'diff';
import type { FileChange } from '../../shared/tool-detail.ts';
import type { PlannedFile } from './mutate-plan.ts';
import { shownText } from './shown-text.ts';

const MAX_PATCH_BYTES = 200 * 1024;
/** Milliseconds for one diff; what takes longer is shown by its line counts. */
const DIFF_BUDGET = 500;

/** What the person sees of each file. The file a move came from is part of the move. */
export function describeChanges(files: readonly PlannedFile[], display: (path: string) => string): readonly FileChange[] {
  const sources = new Map(files.map((file) => [file.path, file]));
  const moved = new Set(files.flatMap((file) => file.movedFrom ?? []));
  return files
    .filter((file) => file.after !== undefined || !moved.has(file.path))
    .map((file) => {
      const source = file.movedFrom === undefined ? file : (sources.get(file.movedFrom) ?? file);
      return { path: display(file.path), ...kindOf(file, display), ...compare(source, file) };
    });
}

function kindOf(file: PlannedFile, display: (path: string) => string): Pick<FileChange, 'change' | 'movedFrom'> {
  if (file.movedFrom !== undefined) return { change: 'moved', movedFrom: display(file.movedFrom) };
  if (file.after === undefined) return { change: 'deleted' };
  return { change: file.before.type === 'file' ? 'modified' : 'created' };
}

function compare(source: PlannedFile, file: PlannedFile): Pick<FileChange, 'added' | 'removed' | 'patch'> {
  const before = source.before.type === 'file' ? source.before.image.text : '';
  const after = file.after ? file.after.text : '';
  if (before === undefined || after === undefined) return { added: 0, removed: 0 };
  if (before === after) return { added: 0, removed: 0, patch: '' };
  const [was, is] = [shownText(before), shownText(after)];
  const patch = createTwoFilesPatch('', '', was, is, '', '', { context: 3, timeout: DIFF_BUDGET, headerOptions: OMIT_HEADERS });
  if (patch === undefined) return { added: countLines(after), removed: countLines(before) };
  const counts = countSigns(patch);
  return Buffer.byteLength(patch) > MAX_PATCH_BYTES ? counts : { ...counts, patch };
}

function countSigns(patch: string): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const line of patch.split('\n')) {
    if (line.startsWith('+')) added += 1;
    else if (line.startsWith('-')) removed += 1;
  }
  return { added, removed };
}

function countLines(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
