import { activeModel, useApp, useView } from '../../hooks/app-context.ts';
import { useModelName } from '../../hooks/use-model-name.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSessionSpent } from '../../hooks/use-spent.ts';
import { keysOf } from '../../store/shortcuts.ts';
import { sideWords, waits } from '../../store/side-work.ts';
import { elapsed, tokens } from '../../ui/format.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { SpendText } from '../../ui/spend-text.tsx';
import { ContextMeter } from './context-meter.tsx';
import { QuotaChip } from './quota-chip.tsx';
import styles from './status.module.css';

/** One line: who works, how full its memory is, what it does, what it took. */
export function StatusBar() {
  const { name, full, effort } = useModelName(useApp(activeModel));
  const usage = useView((view) => view.usage);
  const spent = useSessionSpent();
  return (
    <footer className={styles.status}>
      <span className={styles.statusModel} title={full}>
        {name ?? 'no model'}
        {effort === undefined ? null : ` · ${effort}`}
      </span>
      <ContextMeter />
      <TurnState />
      {usage.input + usage.output === 0 ? null : (
        <span className={styles.tokens} title="Tokens of the session">
          {tokens(usage)}
        </span>
      )}
      <SpendText spent={spent} of="Cost of the session" />
      <QuotaChip />
      <span className={styles.space} />
      <span className={styles.hints}>
        <Hint keys={keysOf('palette')} word="palette" />
        <Hint keys={keysOf('find')} word="find" />
        <Hint keys={keysOf('new-session')} word="new session" />
      </span>
    </footer>
  );
}

function Hint({ keys, word }: { readonly keys: string; readonly word: string }) {
  return (
    <span>
      <Kbd keys={keys} /> {word}
    </span>
  );
}

function TurnState() {
  const turn = useView((view) => view.turn);
  const waiting = useView((view) => view.waiting.length > 0 || view.asked.length > 0);
  const queued = useView((view) => view.queue.length);
  const compaction = useView((view) => view.compaction);
  const now = useNow(turn !== undefined);
  const beside = useView(sideWords);
  const pending = useView(waits);
  const compacting = compaction?.waits === false;
  const state = waiting ? 'waiting' : turn !== undefined || compacting ? 'running' : 'idle';
  const idle = pending ? beside : 'Idle';
  const words = compacting ? 'Compacting' : { idle, waiting: 'Waiting for you', running: 'Running' }[state];
  return (
    <span className={styles.turnState} data-state={state}>
      {turn === undefined ? words : `${words} ${elapsed(now - turn.startedAt)}`}
      {beside === '' || words === beside ? null : ` · ${beside.charAt(0).toLowerCase()}${beside.slice(1)}`}
      {queued === 0 ? null : ` · ${queued} queued`}
      {compaction?.waits === true ? ' · compaction after this turn' : null}
    </span>
  );
}
