import { CircleCheck } from 'lucide-react';
import { duration, plural } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/problem-note.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './providers.module.css';
import type { Check } from './use-check.ts';

/** What a provider answered. */
export function CheckResult({ state }: Pick<Check, 'state'>) {
  switch (state.state) {
    case 'idle':
      return null;
    case 'loading':
      return (
        <p className={styles.checking} role="status">
          <Spinner />
          Asking for the list of models
        </p>
      );
    case 'failed':
      return <Note level="error" alert message={state.problem.message} hint={state.problem.hint} detail={state.problem.detail} />;
    case 'ready':
      return (
        <p className={styles.checked} role="status">
          <Icon of={CircleCheck} />
          {`It works: ${plural(state.value.models.length, 'model')}, answered in ${duration(state.value.duration)}.`}
        </p>
      );
  }
}
