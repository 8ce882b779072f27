import { type FormEvent, useId, useState } from 'react';
import { useApp, useCommands } from '../../../hooks/app-context.ts';
import { useKeptTexts } from '../../../hooks/use-kept-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { focusOnce } from '../../../ui/focus-once.ts';
import controls from '../controls/controls.module.css';
import { secretFromText } from '../controls/values.ts';
import type { Shown } from '../model.ts';
import { Field } from './field.tsx';
import { freeName, type KeyState, keySetting, keyState } from './key-state.ts';
import styles from './providers.module.css';

export interface ProviderKeyProps {
  readonly shown: Shown;
  readonly name: string;
  readonly optional: boolean;
}

/** Where the key of a provider is, and what can be done about it. What is typed here is shown nowhere, and kept until it is written or given up. */
export function ProviderKey({ shown, name, optional }: ProviderKeyProps) {
  const id = useId();
  const keys = useApp((state) => state.usage.keys);
  const [stage, setStage] = useState<'at_rest' | 'typing' | 'back'>('at_rest');
  const { text, type } = useKeptTexts(`user ${keySetting(name)}`);
  if (keys.state !== 'ready' || shown.file.scope !== 'user') return null;
  const { kind, problem } = keys.value;
  const keychain = problem === undefined ? kind : undefined;
  const state = keyState(shown, name, keys.value);
  const typed = text('new');
  const typing = stage === 'typing' || typed !== '';
  const done = () => {
    type('new', '');
    setStage('back');
  };
  return (
    <Field label="Key" labelId={id}>
      <div className={styles.keyLine}>
        <span className={styles.keyWords}>{stateWords(state, kind, optional)}</span>
        {typing ? null : (
          <Actions name={name} state={state} keychain={keychain} back={stage === 'back'} onType={() => setStage('typing')} />
        )}
      </div>
      {typing ? (
        <NewKey
          name={name}
          keychain={keychain}
          text={typed}
          begun={stage === 'typing'}
          onType={(next) => type('new', next)}
          onDone={done}
        />
      ) : null}
      {keychain === undefined && state.from !== 'variable' ? (
        <p
          className={styles.about}
        >{`${problem?.message ?? 'This system has no keychain that Steiner knows.'} A key goes into your own file, which only you can read.`}</p>
      ) : null}
    </Field>
  );
}

function stateWords(state: KeyState, kind: string | undefined, optional: boolean): string {
  switch (state.from) {
    case 'nowhere':
      return optional ? 'none, if it wants none' : 'none yet';
    case 'variable':
      return `read from ${state.name}, if that is set where Steiner is started`;
    case 'file':
      return 'in your own file';
    case 'keychain':
      return `${state.present ? 'in' : 'no longer in'} the ${kind ?? 'keychain'}, as ${state.name}`;
  }
}

interface ActionsProps {
  readonly name: string;
  readonly state: KeyState;
  /** Absent where there is none that can be used. */
  readonly keychain: string | undefined;
  /** A key was typed, or given up, just before. */
  readonly back: boolean;
  readonly onType: () => void;
}

function Actions({ name, state, keychain, back, onType }: ActionsProps) {
  const { moveKey, deleteKey, writeSettings } = useCommands();
  if (state.from === 'variable') return null;
  const remove = async () => {
    const own = state.from === 'keychain' && state.present && !state.shared && keychain !== undefined;
    if (own && !(await deleteKey(state.name))) return;
    await writeSettings([{ key: keySetting(name) }]);
  };
  return (
    <span className={styles.keyActions}>
      {state.from === 'file' && keychain !== undefined ? (
        <Button size="small" onClick={() => void moveKey(name)}>
          {`Move to the ${keychain}`}
        </Button>
      ) : null}
      <Button
        size="small"
        ref={back ? focusOnce : undefined}
        aria-label={`${state.from === 'nowhere' ? 'Set' : 'Replace'} the key of ${name}`}
        onClick={onType}
      >
        {state.from === 'nowhere' ? 'Set' : 'Replace'}
      </Button>
      {state.from === 'nowhere' ? null : (
        <Button size="small" aria-label={`Remove the key of ${name}`} onClick={() => void remove()}>
          Remove
        </Button>
      )}
    </span>
  );
}

interface NewKeyProps {
  readonly name: string;
  readonly keychain: string | undefined;
  readonly text: string;
  /** The field was asked for just before, and not come back to. */
  readonly begun: boolean;
  readonly onType: (text: string) => void;
  readonly onDone: () => void;
}

/** A new key always gets a new name in the keychain, so that the old one is there until the file names the new one. */
function NewKey({ name, keychain, text, begun, onType, onDone }: NewKeyProps) {
  const { setKey, writeSettings } = useCommands();
  const keys = useApp((state) => state.usage.keys);
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const entry = freeName(name, keys.state === 'ready' ? keys.value.names : []);
    if (keychain !== undefined && !(await setKey(entry, text))) return;
    const value = keychain === undefined ? secretFromText(text) : `keychain:${entry}`;
    if (await writeSettings([{ key: keySetting(name), value }])) onDone();
  };
  return (
    <form className={styles.keyFields} onSubmit={(event) => void keep(event)}>
      <input
        ref={begun ? focusOnce : undefined}
        className={controls.field}
        type="password"
        aria-label={`Key of ${name}`}
        autoComplete="off"
        required
        placeholder="Paste it here"
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      <Button size="small" type="submit">
        {keychain === undefined ? 'Keep in the file' : `Keep in the ${keychain}`}
      </Button>
      <Button size="small" tone="plain" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}
