import { useId, useState } from 'react';
import type { ProviderKind } from '../../../../shared/provider-check.ts';
import { useApp, useCommands } from '../../../hooks/app-context.ts';
import type { NewProvider } from '../../../store/settings-state.ts';
import { Button } from '../../../ui/button.tsx';
import { focusFirst } from '../../../ui/focus-once.ts';
import controls from '../controls/controls.module.css';
import { SelectControl } from '../controls/select-control.tsx';
import { kindTitle } from '../words.ts';
import { CheckResult } from './check-result.tsx';
import { changesOf, emptyDraft, missingIn, questionOf } from './draft.ts';
import { Field } from './field.tsx';
import { KeyFields } from './key-fields.tsx';
import { ModelChoice } from './model-choice.tsx';
import styles from './providers.module.css';
import { useCheck } from './use-check.ts';

export interface ProviderFormProps {
  readonly kinds: readonly ProviderKind[];
  readonly taken: readonly string[];
  /** There is no provider yet, so its model becomes the one of new sessions. */
  readonly first: boolean;
}

/** From nothing to a working key: what it is, its key, one question to it, its model. */
export function ProviderForm({ kinds, taken, first }: ProviderFormProps) {
  const { addProvider, draftProvider, writeSettings } = useCommands();
  const refused = useApp((state) => state.settings.refused);
  const check = useCheck();
  const kindLabel = useId();
  const kept = useApp((state) => state.settings.draft);
  const draft = kept ?? emptyDraft('anthropic', taken);
  const [model, setModel] = useState('');
  const kind = kinds.find(({ type }) => type === draft.type);
  const missing = missingIn(draft, kind, taken);
  const edit = (part: Partial<NewProvider>) => {
    check.forget();
    setModel('');
    draftProvider({ ...draft, ...part });
  };
  const ask = async () => {
    const answer = await check.run(questionOf(draft, kind));
    if (first) setModel(answer?.models[0]?.id ?? '');
  };
  const save = async () => {
    if (await writeSettings(changesOf(draft, kind, model))) addProvider(false);
  };
  const works = check.state.state === 'ready';
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (missing === undefined) void (works ? save() : ask());
  };
  return (
    <form ref={focusFirst} className={styles.card} aria-label="New provider" onSubmit={submit}>
      <Field label="Kind" labelId={kindLabel}>
        <SelectControl
          labelledBy={kindLabel}
          value={draft.type}
          options={kinds.map(({ type }) => ({ value: type, title: kindTitle(type) }))}
          onChange={(type) => {
            check.forget();
            draftProvider(emptyDraft(type, taken));
          }}
        />
      </Field>
      <TextField label="Name" value={draft.name} onChange={(name) => edit({ name })} />
      <TextField
        label="Address"
        value={draft.address}
        placeholder={kind?.baseUrl ?? 'http://localhost:1234/v1'}
        onChange={(address) => edit({ address })}
      />
      {kind?.key === 'none' ? null : <KeyFields draft={draft} optional={kind?.key === 'optional'} onEdit={edit} />}
      <CheckResult state={check.state} />
      {check.state.state === 'ready' ? (
        <ModelChoice models={check.state.value.models} value={model} first={first} onChange={setModel} />
      ) : null}
      {refused.map(({ key, message }) => (
        <p key={`${key}${message}`} className={styles.fault} role="alert">{`${key}: ${message}`}</p>
      ))}
      <div className={styles.formFoot}>
        <span className={styles.about}>{missing ?? ''}</span>
        <Button tone="plain" onClick={() => addProvider(false)}>
          Cancel
        </Button>
        {works ? null : (
          <Button disabled={missing !== undefined} onClick={() => void save()}>
            Save without checking
          </Button>
        )}
        <Button tone="primary" type="submit" disabled={missing !== undefined || check.state.state === 'loading'}>
          {works ? 'Save' : 'Check'}
        </Button>
      </div>
    </form>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (text: string) => void;
}

function TextField({ label, value, placeholder, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <Field label={label} labelId={id}>
      <input
        className={controls.field}
        type="text"
        aria-labelledby={id}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
