import type { CompactionItem } from '../../../shared/fold-types.ts';
import { spendWords } from '../../../shared/spend.ts';
import { count, money, plural } from '../../ui/format.ts';

/** What was done, on one line. */
export function compactionWords({ before, after, undone, cause, spend }: CompactionItem): string {
  const sizes = `${count(before)} → ${count(after)} tokens`;
  if (undone) return `Compaction taken back · ${sizes}`;
  const done = `${cause === 'manual' ? 'Compacted' : 'Compacted by itself'} · ${sizes} · ${count(Math.max(0, before - after))} freed`;
  const paid = spend && spendWords(spend, money);
  return paid === undefined ? done : `${done} · ${paid}`;
}

/** What the model no longer sees. */
export function droppedWords({ dropped, pinned }: CompactionItem): string {
  const counts: readonly (readonly [number, string])[] = [
    [dropped.prompts, plural(dropped.prompts, 'prompt')],
    [dropped.answers, plural(dropped.answers, 'answer')],
    [dropped.results, plural(dropped.results, 'result of a call', 'results of calls')],
  ];
  const parts = counts.flatMap(([many, words]) => (many === 0 ? [] : [words]));
  const kept = pinned === 0 ? '' : ` ${plural(pinned, 'pinned message')} before that ${pinned === 1 ? 'stays' : 'stay'} word for word.`;
  return `The summary stands for ${parts.join(', ')}.${kept} They stay above and in the log; the model can search them.`;
}
