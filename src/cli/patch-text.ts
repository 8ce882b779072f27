import type { FileChange } from '../shared/tool-detail.ts';
import { formatLines } from './format.ts';
import { harmless, type Style } from './style.ts';

/** One changed file as a coloured unified diff, under a line with its name and totals. */
export function patchText({ path, added, removed, patch }: FileChange, style: Style): string {
  const head = `${style.strong(harmless(path))} ${formatLines({ added, removed }, style)}`;
  const lines = (patch ?? '').split('\n').filter((line) => line !== '');
  return [head, ...lines.map((line) => paint(harmless(line), style))].map((line) => `${line}\n`).join('');
}

function paint(line: string, style: Style): string {
  if (line.startsWith('+')) return style.added(line);
  if (line.startsWith('-')) return style.removed(line);
  return line.startsWith('@@') ? style.dim(line) : line;
}
