import { ChevronRight, Layers } from 'lucide-react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { groupSummary } from './group-summary.ts';
import { type GroupEntry, thinkingOf } from './rows.ts';
import { Thinking } from './thinking.tsx';
import styles from './tool.module.css';
import { ToolRow } from './tool-row.tsx';

/** Calls that stand together, folded into a sentence. What still runs stays in sight. */
export function GroupRow({ id, entries }: { readonly id: string; readonly entries: readonly GroupEntry[] }) {
  const { setFold } = useCommands();
  const open = useApp((state) => state.folds[id] ?? false);
  const running = entries.filter(isRunning);
  return (
    <div className={styles.group}>
      <button type="button" className={styles.line} aria-expanded={open} onClick={() => setFold(id, !open)}>
        {running.length > 0 ? <Spinner /> : <Icon of={Layers} size={0.875} />}
        <span className={styles.verb}>{groupSummary(entries)}</span>
        <span className={styles.arrow} data-open={open || undefined}>
          <Icon of={ChevronRight} size={0.875} />
        </span>
      </button>
      {open || running.length > 0 ? (
        <div className={styles.groupBody}>
          {(open ? entries : running).map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

function isRunning(entry: GroupEntry): boolean {
  return entry.kind === 'tool' ? entry.state === 'running' : entry.streaming;
}

function Entry({ entry }: { readonly entry: GroupEntry }) {
  if (entry.kind === 'tool') return <ToolRow item={entry} />;
  return <Thinking id={entry.id} text={thinkingOf(entry)} growing={entry.streaming} />;
}
