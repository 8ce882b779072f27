import { useEffect, useMemo, useRef, useState } from 'react';
import type { Generation } from '../../../shared/generations.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { count, plural } from '../../ui/format.ts';
import { Segments } from '../../ui/segments.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EntryList } from './entry-list.tsx';
import styles from './history.module.css';
import { SummaryView } from './summary-view.tsx';
import { useGenerations } from './use-generations.ts';

/** What the model was sent between the compactions of the session on screen: before and after each, word for word. */
export function HistoryDialog() {
  const { closeLayer } = useCommands();
  const open = useApp((state) => state.layers.includes('history'));
  return open ? (
    <Dialog title="History of the conversation" open wide onClose={() => closeLayer('history')}>
      <History />
    </Dialog>
  ) : null;
}

function History() {
  const { showGeneration } = useCommands();
  const chosen = useApp((state) => state.generation);
  const generations = useGenerations(chosen);
  const list = useRef<HTMLElement>(null);
  const shown = generations.find(({ number }) => number === chosen) ?? generations.at(-1);
  useEffect(() => {
    if (shown !== undefined) list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  if (shown === undefined) {
    return (
      <p className={styles.none} role="status">
        <Spinner />
        Reading the session
      </p>
    );
  }
  return (
    <div className={styles.history}>
      <nav ref={list} className={styles.generations} aria-label="Generations">
        {generations.map(({ number, end }) => (
          <button key={number} type="button" aria-current={number === shown.number} onClick={() => showGeneration(number)}>
            <span>{end === undefined ? 'Now' : `Generation ${number}`}</span>
            <span className={styles.sizes}>{end === undefined ? 'next request' : `${count(end.before)} → ${count(end.after)}`}</span>
          </button>
        ))}
      </nav>
      <GenerationView key={shown.number} generation={shown} />
    </div>
  );
}

const SIDES = [
  { value: 'before', title: 'Before' },
  { value: 'after', title: 'After' },
] as const;

function GenerationView({ generation }: { readonly generation: Generation }) {
  const [side, setSide] = useState<'before' | 'after'>('before');
  const { entries, before, end } = generation;
  const stays = useMemo(() => entries.filter(({ fate }) => fate !== 'summarised'), [entries]);
  const after = end !== undefined && side === 'after';
  const summary = after ? end : before;
  return (
    <section className={styles.generation} aria-label="Generation">
      <div className={styles.head}>
        <p>{wordsOf(generation)}</p>
        {end === undefined ? null : <Segments label="Side" value={side} options={SIDES} onChange={setSide} />}
      </div>
      {summary === undefined ? null : <SummaryView item={summary} />}
      <EntryList entries={after ? stays : entries} />
    </section>
  );
}

function wordsOf({ entries, before, end }: Generation): string {
  const sent = `${before === undefined ? '' : 'A summary and '}${plural(entries.length, 'message')}`;
  if (end === undefined) return `${sent}: what the next request continues.`;
  const { dropped, before: from, after } = end;
  const gone = dropped.prompts + dropped.answers + dropped.results;
  return `${sent}. The compaction put ${gone} of them into a summary: ${count(from)} → ${count(after)} tokens.`;
}
