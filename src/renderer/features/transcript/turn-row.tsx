import { Check, CircleAlert, Pause, Square } from 'lucide-react';
import type { TurnItem } from '../../../shared/fold-types.ts';
import type { StopReason } from '../../../shared/session.ts';
import { useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { clockTime, duration, plural, tokens } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { LineCounts } from '../../ui/line-counts.tsx';
import { Note, type NoteProps } from '../../ui/problem-note.tsx';
import { Prose } from '../../ui/prose.tsx';
import { SpendText } from '../../ui/spend-text.tsx';
import styles from './turn.module.css';

interface TurnRowProps {
  readonly item: TurnItem;
  readonly last: boolean;
  /** Whether the next turn tells the same problem in full. */
  readonly repeated: boolean;
}

/** The line that ends a turn: what it did, what it took, and the two things to do next. */
export function TurnRow({ item, last, repeated }: TurnRowProps) {
  const { review, continueTurn, stayStopped } = useCommands();
  const outcome = outcomeOf(item, last);
  return (
    <article className={styles.turn} aria-label="End of the turn">
      <Problem item={item} level={outcome.level} repeated={repeated} />
      <div className={styles.summary} data-level={outcome.level}>
        <span className={styles.outcome}>
          <Icon of={outcome.icon} size={0.875} />
          {outcome.word}
        </span>
        {last && item.resumesAt !== undefined ? <span>{`goes on by itself ${clockTime(item.resumesAt, Date.now())}`}</span> : null}
        <Facts item={item} />
        <span className={styles.actions}>
          {item.files.length > 0 ? (
            <Button size="small" onClick={() => void review(item.id)}>
              Review
            </Button>
          ) : null}
          {last && item.resumesAt !== undefined ? (
            <Button size="small" onClick={() => void stayStopped()}>
              Stay stopped
            </Button>
          ) : null}
          {last && outcome.resumable ? (
            <Button size="small" onClick={() => void continueTurn()}>
              {item.resumesAt === undefined ? 'Continue' : 'Continue now'}
            </Button>
          ) : null}
        </span>
      </div>
    </article>
  );
}

interface ProblemProps {
  readonly item: TurnItem;
  readonly level: NoteProps['level'];
  readonly repeated: boolean;
}

function Problem({ item: { message, hint }, level, repeated }: ProblemProps) {
  if (message === undefined) return null;
  if (!repeated) return <Note level={level} message={message} hint={hint} />;
  return (
    <p className={styles.repeated} title={message}>
      <Prose text={message} />
    </p>
  );
}

function Facts({ item }: { readonly item: TurnItem }) {
  const added = item.files.reduce((sum, file) => sum + file.added, 0);
  const removed = item.files.reduce((sum, file) => sum + file.removed, 0);
  return (
    <span className={styles.facts}>
      {item.files.length === 0 ? null : (
        <span className={styles.files}>
          {plural(item.files.length, 'file')}
          <LineCounts added={added} removed={removed} />
        </span>
      )}
      <span>{plural(item.rounds, 'round')}</span>
      <span>{duration(item.duration)}</span>
      {item.usage.input + item.usage.output === 0 ? null : <span>{tokens(item.usage)}</span>}
      {item.spent === undefined ? null : <SpendText spent={item.spent} of="Cost of the turn" />}
    </span>
  );
}

/** One that goes on by itself needs nobody. */
function outcomeOf({ stop, resumesAt }: TurnItem, last: boolean) {
  return last && resumesAt !== undefined ? PAUSED : OUTCOMES[stop];
}

const DONE = { word: 'Done', icon: Check, level: 'info', resumable: false } as const;

const PAUSED = { word: 'Paused at the usage limit', icon: Pause, level: 'info', resumable: true } as const;

const OUTCOMES = {
  complete: DONE,
  workflow_handoff: { ...DONE, word: 'Handed over' },
  max_turns: { word: 'Round limit reached', icon: Pause, level: 'warning', resumable: true },
  max_tokens: { word: 'Token limit reached', icon: Pause, level: 'warning', resumable: true },
  usage_limit: { word: 'Usage limit reached', icon: Pause, level: 'warning', resumable: true },
  cancelled: { word: 'Stopped', icon: Square, level: 'info', resumable: true },
  interrupted: { word: 'Interrupted', icon: CircleAlert, level: 'warning', resumable: true },
  error: { word: 'Failed', icon: CircleAlert, level: 'error', resumable: true },
} as const satisfies Record<StopReason, unknown>;
