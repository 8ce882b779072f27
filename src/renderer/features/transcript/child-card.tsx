import { Check, CircleDashed, CirclePause, CircleSlash, type LucideIcon, Square, X } from 'lucide-react';
import { memo } from 'react';
import type { ChildItem } from '../../../shared/fold-types.ts';
import { spendWords } from '../../../shared/spend.ts';
import { useCommands, useView } from '../../hooks/app-context.ts';
import { useNow } from '../../hooks/use-now.ts';
import { hasSession, isRunning } from '../../store/children.ts';
import { duration, elapsed, money, plural, tokens } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './child.module.css';
import { CHILD_STATES } from './child-words.ts';

const MARKS: Readonly<Record<Exclude<ChildItem['state'], 'running'>, LucideIcon>> = {
  queued: CircleDashed,
  done: Check,
  partial: CirclePause,
  failed: X,
  cancelled: Square,
  lost: CircleSlash,
};

/** A child: what it is to do, how it stands, what it took. Its task opens its transcript. */
export const ChildCard = memo(function ChildCard({ item }: { readonly item: ChildItem }) {
  const { openChild, stopChild } = useCommands();
  const { id, agent, task, state } = item;
  const asks = useView((view) => view.asked.some(({ child }) => child === id));
  return (
    <section className={styles.card} data-state={state} data-asks={asks || undefined} aria-label={`Child, ${agent}: ${task}`}>
      <div className={styles.head}>
        <span className={styles.mark}>{state === 'running' ? <Spinner /> : <Icon of={MARKS[state]} size={0.875} />}</span>
        <span className={styles.type}>{agent}</span>
        {hasSession(item) ? (
          <button type="button" className={styles.task} title={task} onClick={() => void openChild(id)}>
            {task}
          </button>
        ) : (
          <span className={styles.task} title={task}>
            {task}
          </span>
        )}
        {doingOf(item) === undefined ? <Took item={item} /> : null}
        <span className={styles.state}>{asks ? 'needs you' : CHILD_STATES[state]}</span>
        <Time item={item} />
        {isRunning(item) ? (
          <IconButton label={`Stop the child: ${task}`} onClick={() => void stopChild(id)}>
            <Icon of={Square} size={0.75} />
          </IconButton>
        ) : null}
      </div>
      <Meta item={item} />
    </section>
  );
});

function Time({ item }: { readonly item: ChildItem }) {
  const running = item.state === 'running';
  const now = useNow(running);
  if (running) return <span className={styles.time}>{elapsed(Math.max(0, now - item.time))}</span>;
  return item.duration ? <span className={styles.time}>{duration(item.duration)}</span> : null;
}

/** What it does, or why it is not done; a child that went well needs no line for that. */
function doingOf({ state, operation, reason }: ChildItem): string | undefined {
  return state === 'running' ? operation : reason;
}

function Meta({ item }: { readonly item: ChildItem }) {
  const doing = doingOf(item);
  if (doing === undefined) return null;
  return (
    <div className={styles.meta}>
      <span className={item.state === 'running' ? styles.operation : styles.reason} title={doing}>
        {doing}
      </span>
      <Took item={item} />
    </div>
  );
}

function Took({ item: { rounds = 0, usage, spend, group } }: { readonly item: ChildItem }) {
  const spent = spend && spendWords(spend, money);
  const took = [
    ...(group === undefined ? [] : [`group ${group}`]),
    ...(rounds === 0 ? [] : [plural(rounds, 'request')]),
    ...(usage && usage.input + usage.output > 0 ? [tokens(usage)] : []),
    ...(spent === undefined ? [] : [spent]),
  ];
  return took.length === 0 ? null : <span className={styles.took}>{took.join(' · ')}</span>;
}
