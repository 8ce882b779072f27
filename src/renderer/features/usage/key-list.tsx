import type { FormEvent } from 'react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { useKeptTexts } from '../../hooks/use-kept-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/problem-note.tsx';
import styles from './usage.module.css';

/** Keys in the keychain of the system, by name. What is typed here goes there and nowhere else. */
export function KeyList() {
  const { deleteKey } = useCommands();
  const keys = useApp((state) => state.usage.keys);
  if (keys.state !== 'ready') return null;
  const { kind, names, problem } = keys.value;
  return (
    <section aria-labelledby="usage-keys">
      <div className={styles.head}>
        <h3 id="usage-keys">{kind === undefined ? 'API keys' : `API keys in the ${kind}`}</h3>
      </div>
      {problem === undefined ? null : <Note level="warning" message={problem.message} hint={problem.hint} safe={problem.safe} />}
      {names.map((name) => (
        <div key={name} className={styles.row}>
          <span>
            <code>{`keychain:${name}`}</code> <span aria-hidden="true">••••••••</span>
          </span>
          <Button size="small" aria-label={`Remove the key ${name}`} onClick={() => void deleteKey(name)}>
            Remove
          </Button>
        </div>
      ))}
      {problem === undefined ? <NewKey /> : null}
    </section>
  );
}

function NewKey() {
  const { setKey } = useCommands();
  const { text, type } = useKeptTexts('keychain');
  const name = text('name');
  const key = text('key');
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await setKey(name.trim(), key))) return;
    type('name', '');
    type('key', '');
  };
  return (
    <form className={styles.newKey} onSubmit={(event) => void keep(event)}>
      <label>
        <span>Name</span>
        <input value={name} onChange={(event) => type('name', event.target.value)} placeholder="openai" spellCheck={false} required />
      </label>
      <label>
        <span>Key</span>
        <input type="password" value={key} onChange={(event) => type('key', event.target.value)} autoComplete="off" required />
      </label>
      <Button type="submit">Keep</Button>
      <p className={styles.meta}>Name it in the configuration as api_key: keychain: and the name.</p>
    </form>
  );
}
