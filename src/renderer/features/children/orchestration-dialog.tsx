import { useState } from 'react';
import type { ContextReport } from '../../../shared/context.ts';
import type { Orchestration } from '../../../shared/session.ts';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { count } from '../../ui/format.ts';
import styles from './children.module.css';

const LEVELS: readonly { readonly value: Orchestration; readonly title: string; readonly what: string }[] = [
  { value: 'standard', title: 'Standard', what: 'The model hands work out to children by default and leads it.' },
  { value: 'low', title: 'Low', what: 'The model works itself and may hand work out.' },
];

/** How much the session on screen hands out. Asked before it changes, since the provider's cache begins with the prompt. */
export function OrchestrationDialog() {
  const open = useApp((state) => state.layers.includes('orchestration'));
  const report = useApp((state) => (state.current === null ? undefined : state.contexts[state.current]));
  if (!open) return null;
  return report?.orchestration === undefined ? (
    <Nothing known={report !== undefined} />
  ) : (
    <Choice report={report} now={report.orchestration} />
  );
}

function Nothing({ known }: { readonly known: boolean }) {
  const { closeLayer } = useCommands();
  const words = known
    ? 'This session starts no children: they are turned off, or its model has a system prompt of its own.'
    : 'Reading the session';
  return (
    <Dialog title="Orchestration" open onClose={() => closeLayer('orchestration')} reading>
      <p className={styles.about}>{words}</p>
    </Dialog>
  );
}

function Choice({ report, now }: { readonly report: ContextReport; readonly now: Orchestration }) {
  const { closeLayer, orchestrate } = useCommands();
  const [chosen, choose] = useState(now);
  const begun = useView((view) => view.turns > 0);
  const close = () => closeLayer('orchestration');
  const foot = (
    <>
      <Button tone="plain" onClick={close}>
        Leave it
      </Button>
      <Button tone="primary" disabled={chosen === now} onClick={() => void orchestrate(chosen)}>
        {begun ? 'Change it all the same' : 'Change it'}
      </Button>
    </>
  );
  return (
    <Dialog title="Orchestration" open onClose={close} foot={foot}>
      <p className={styles.about}>How much this session hands out to children, from its next turn until it is opened again.</p>
      <fieldset className={styles.levels}>
        <legend className="sr-only">Level</legend>
        {LEVELS.map(({ value, title, what }) => (
          <label key={value} className={styles.level} data-chosen={value === chosen || undefined}>
            <input type="radio" name="orchestration" checked={value === chosen} onChange={() => choose(value)} />
            <span>
              <strong>
                {title}
                {value === now ? ' (now)' : ''}
              </strong>
              {what}
            </span>
          </label>
        ))}
      </fieldset>
      {begun && chosen !== now ? (
        <p className={styles.cost} role="status">
          The next request sends the whole conversation anew: about {count(report.tokens)} tokens that the provider may have cached until
          now.
        </p>
      ) : null}
    </Dialog>
  );
}
