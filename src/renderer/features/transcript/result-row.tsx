import { ChevronRight, GitBranch, Terminal } from 'lucide-react';
import type { ResultItem } from '../../../shared/fold-types.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { duration } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { OutputText } from '../../ui/output-text.tsx';
import { KIND_WORDS, statusWords } from './result-words.ts';
import styles from './tool.module.css';

/** How work ended that went on beside the conversation, as the model was told: a line that opens to what it gave. */
export function ResultRow({ item }: { readonly item: ResultItem }) {
  const { setFold } = useCommands();
  const row = `result:${item.id}`;
  const open = useApp((state) => state.folds[row] ?? false);
  const { kind, title, status } = item.completion;
  const failed = status === 'failed' || undefined;
  return (
    <div className={styles.tool} data-failed={failed} data-open={open || undefined}>
      <button type="button" className={styles.line} aria-expanded={open} onClick={() => setFold(row, !open)}>
        <Icon of={kind === 'command' ? Terminal : GitBranch} size={0.875} />
        <span className={styles.verb}>{KIND_WORDS[kind]}</span>
        <span className={styles.target} data-prose={kind === 'child' || undefined} title={title}>
          {title}
        </span>
        <span className={styles.result} data-failed={failed}>
          {statusWords(item)}
        </span>
        {item.completion.duration === undefined ? null : <span className={styles.time}>{duration(item.completion.duration)}</span>}
        <span className={styles.arrow} data-open={open || undefined}>
          <Icon of={ChevronRight} size={0.875} />
        </span>
      </button>
      {open ? <Body item={item} /> : null}
    </div>
  );
}

/** A command is shown whole, as it was run; what a child was to do stands in the line. */
function Body({ item: { completion } }: { readonly item: ResultItem }) {
  const { kind, title, facts, text } = completion;
  return (
    <div className={styles.body}>
      {kind === 'command' ? (
        <pre className={styles.command}>
          <span aria-hidden="true">$ </span>
          {title}
        </pre>
      ) : null}
      <OutputText text={text} tail={kind === 'command'} empty={kind === 'command' ? 'No output.' : 'It said nothing.'} />
      <p className={styles.end}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </div>
  );
}
