import { useId } from 'react';
import type { NewProvider } from '../../../store/settings-state.ts';
import { Segments } from '../../../ui/segments.tsx';
import controls from '../controls/controls.module.css';
import { Field } from './field.tsx';
import styles from './providers.module.css';

export interface KeyFieldsProps {
  readonly draft: NewProvider;
  readonly optional: boolean;
  readonly onEdit: (part: Partial<NewProvider>) => void;
}

const FROM = [
  { value: 'key', title: 'Key' },
  { value: 'variable', title: 'Variable' },
] as const;

/** The key itself, or the variable of the environment that holds it. */
export function KeyFields({ draft, optional, onEdit }: KeyFieldsProps) {
  const id = useId();
  const fromVariable = draft.keyFrom === 'variable';
  return (
    <Field label={optional ? 'Key, if it wants one' : 'Key'} labelId={id}>
      <div className={styles.keyFields}>
        <Segments label="Where the key comes from" value={draft.keyFrom} options={FROM} onChange={(keyFrom) => onEdit({ keyFrom })} />
        <input
          className={controls.field}
          type={fromVariable ? 'text' : 'password'}
          aria-labelledby={id}
          spellCheck={false}
          autoComplete="off"
          placeholder={fromVariable ? 'NAME_OF_THE_VARIABLE' : 'Paste it here'}
          value={fromVariable ? draft.variable : draft.secret}
          onChange={(event) => onEdit(fromVariable ? { variable: event.target.value } : { secret: event.target.value })}
        />
      </div>
      <p className={styles.about}>
        {fromVariable
          ? 'Only the name is written. The variable must be set where Steiner is started.'
          : 'It is written into your own file, which only you can read. It is shown nowhere.'}
      </p>
    </Field>
  );
}
