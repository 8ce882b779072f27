import { ChevronRight, GitBranch, Terminal } from 'lucide-react';
import type { ResultItem } from '../../../shared/fold-types.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { duration } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { OutputText } from '../../ui/output-text.tsx';
import { KIND_WORDS, STATUS_WORDS } from './result-words.ts';
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
          {STATUS_WORDS[status]}
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

function Body({ item: { completion } }: { readonly item: ResultItem }) {
  const { kind, title, facts, text } = completion;
  return (
    <div className={styles.body}>
      <pre className={styles.command}>
        {kind === 'command' ? <span aria-hidden="true">$ </span> : null}
        {title}
      </pre>
      <OutputText text={text} tail={kind === 'command'} empty="No output." />
      <p className={styles.end}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </div>
  );
}
