import { ChevronRight, Undo2 } from 'lucide-react';
import type { CompactionItem } from '../../../shared/fold-types.ts';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Note } from '../../ui/problem-note.tsx';
import styles from './compaction.module.css';
import { compactionWords, droppedWords } from './compaction-words.ts';

/** Where older messages became a summary: what it says, what it stands for, what it freed, and the way back. */
export function CompactionRow({ item }: { readonly item: CompactionItem }) {
  const { setFold } = useCommands();
  const row = `compaction:${item.id}`;
  const open = useApp((state) => state.folds[row] ?? false);
  return (
    <section className={styles.compaction} aria-label="Compaction" data-undone={item.undone || undefined}>
      <div className={styles.head}>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setFold(row, !open)}>
          <span className={styles.arrow} data-open={open || undefined}>
            <Icon of={ChevronRight} size={0.875} />
          </span>
          {compactionWords(item)}
        </button>
        <HistoryButton item={item} />
        <UndoButton item={item} />
      </div>
      {open ? <Details item={item} /> : null}
    </section>
  );
}

/** One that was taken back divides nothing, so there is no before and after to it. */
function HistoryButton({ item: { undone, generation } }: { readonly item: CompactionItem }) {
  const { openHistory } = useCommands();
  if (undone) return null;
  return (
    <Button size="small" tone="plain" onClick={() => openHistory(generation)}>
      Before and after
    </Button>
  );
}

/** The newest one in force can be taken back while nothing runs. */
function UndoButton({ item }: { readonly item: CompactionItem }) {
  const { undoCompaction } = useCommands();
  const possible = useView(
    (view) => !item.undone && view.generation === item.generation && view.turn === undefined && view.compaction === undefined,
  );
  if (!possible) return null;
  return (
    <Button size="small" onClick={() => void undoCompaction(item.generation)}>
      <Icon of={Undo2} size={0.8125} />
      Undo
    </Button>
  );
}

function Details({ item }: { readonly item: CompactionItem }) {
  const { generation, focus, source, stage, summary, writer } = item;
  return (
    <div className={styles.details}>
      <p>{droppedWords(item)}</p>
      {focus === undefined ? null : <p>{`Focus: ${focus}`}</p>}
      {stage === 'emergency' ? <p>There was little room, so at most the newest round stayed and the summary is short.</p> : null}
      {writer === undefined ? null : <p>{`Written by ${writer}, because the session's own model could not.`}</p>}
      {source === 'extract' ? (
        <Note level="warning" message="The model wrote no summary. The beginnings of the messages stand in its place." />
      ) : null}
      <h4>{`Summary ${generation}`}</h4>
      <div className={styles.summary}>
        <Markdown text={summary} streaming={false} />
      </div>
    </div>
  );
}
