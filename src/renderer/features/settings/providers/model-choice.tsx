import { useId } from 'react';
import type { ProviderCheck } from '../../../../shared/provider-check.ts';
import controls from '../controls/controls.module.css';
import { Field } from './field.tsx';
import styles from './providers.module.css';

export interface ModelChoiceProps {
  readonly models: ProviderCheck['models'];
  readonly value: string;
  readonly first: boolean;
  readonly onChange: (model: string) => void;
}

/** Which of its models new sessions use. Typing narrows the list. */
export function ModelChoice({ models, value, first, onChange }: ModelChoiceProps) {
  const id = useId();
  const list = useId();
  return (
    <Field label="Default model" labelId={id}>
      <input
        className={controls.field}
        type="text"
        aria-labelledby={id}
        list={list}
        spellCheck={false}
        autoComplete="off"
        placeholder={first ? 'Choose one' : 'Leave the present one'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {models.map((model) => (
          <option key={model.id} value={model.id}>
            {model.name ?? model.id}
          </option>
        ))}
      </datalist>
      <p className={styles.about}>What new sessions use. Every other model of this provider can be chosen too.</p>
    </Field>
  );
}
