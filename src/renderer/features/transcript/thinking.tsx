import { ChevronRight } from 'lucide-react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './message.module.css';

export interface ThinkingProps {
  readonly id: string;
  readonly text: string;
  readonly growing: boolean;
}

/** What the model thought, folded until someone asks. */
export function Thinking({ id, text, growing }: ThinkingProps) {
  const { setFold } = useCommands();
  const row = `thinking:${id}`;
  const open = useApp((state) => state.folds[row] ?? false);
  return (
    <div className={styles.thinking}>
      <button type="button" className={styles.thinkingHead} aria-expanded={open} onClick={() => setFold(row, !open)}>
        <span className={styles.arrow} data-open={open || undefined}>
          <Icon of={ChevronRight} size={0.875} />
        </span>
        {growing ? <Spinner /> : null}
        {growing ? 'Thinking' : 'Thought'}
        {open ? null : <span className={styles.thinkingPeek}>{peek(text, growing)}</span>}
      </button>
      {open ? <p className={styles.thinkingText}>{text}</p> : null}
    </div>
  );
}

/** The newest line while it grows, the first one afterwards. */
function peek(text: string, growing: boolean): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (growing ? lines.at(-1) : lines[0]) ?? '';
}
