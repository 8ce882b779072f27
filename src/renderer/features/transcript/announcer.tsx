import type { Approval } from '../../../shared/approvals.ts';
import type { TranscriptItem } from '../../../shared/fold-types.ts';
import { useView } from '../../hooks/app-context.ts';
import { compactionWords } from './compaction-words.ts';
import { modeWords } from './mode-words.ts';
import { resultWords } from './result-words.ts';
import { skillWords } from './skill-words.ts';

const SPOKEN_CHARS = 400;

/** Says what is new to a screen reader, once it is complete. The list itself stays silent, since scrolling draws old rows anew. */
export function Announcer() {
  const words = useView((view) => {
    const [own] = view.waiting;
    if (own !== undefined) return waitingWords(own);
    const [child] = view.asked;
    if (child !== undefined) return `Child, ${child.agent}: ${child.task}. ${waitingWords(child.approval)}`;
    return spoken(view.items.at(-1)) ?? '';
  });
  return (
    <div className="sr-only" aria-live="polite" aria-atomic="true">
      {words}
    </div>
  );
}

function waitingWords({ access, subject, reason }: Approval): string {
  return `Waiting for you: ${access} ${subject}. ${reason}`;
}

function spoken(item: TranscriptItem | undefined): string | undefined {
  if (item?.kind === 'assistant' && !item.streaming) {
    return item.blocks
      .map((block) => (block.type === 'text' ? block.text : ''))
      .join(' ')
      .slice(0, SPOKEN_CHARS);
  }
  if (item?.kind === 'notice') return item.message;
  if (item?.kind === 'compaction') return compactionWords(item);
  if (item?.kind === 'result') return resultWords(item);
  if (item?.kind === 'mode') return modeWords(item);
  if (item?.kind === 'skill') return skillWords(item);
  if (item?.kind === 'turn') return `The turn ended: ${item.message ?? item.stop}`;
  return undefined;
}
