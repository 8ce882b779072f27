import { useApp, useCommands } from '../../../hooks/app-context.ts';
import { Button } from '../../../ui/button.tsx';
import { isVariable } from '../model.ts';
import type { ControlProps } from './control-props.ts';
import styles from './controls.module.css';
import { fieldOf } from './use-typed.ts';
import { asText, secretFromText } from './values.ts';

/** A secret is taken and never shown: the window only knows whether there is one. */
export function SecretControl({ row, labelledBy, label, onSave }: ControlProps) {
  const { typeSetting } = useCommands();
  const field = fieldOf(row);
  const text = useApp((state) => state.settings.typed[field]?.text);
  const setText = (next: string | undefined) => typeSetting(field, next === undefined ? undefined : { text: next, refused: false });
  const present = row.written?.value;
  if (text === undefined) {
    const shown = isVariable(present) ? asText(present) : present === undefined ? 'Not set' : 'Set';
    return (
      <span className={styles.secret}>
        {isVariable(present) ? <code>{shown}</code> : <span>{shown}</span>}
        <Button size="small" aria-label={`${present === undefined ? 'Set' : 'Replace'}: ${label}`} onClick={() => setText('')}>
          {present === undefined ? 'Set' : 'Replace'}
        </Button>
      </span>
    );
  }
  const save = async () => {
    if (text.trim() === '' || (await onSave(secretFromText(text)))) setText(undefined);
  };
  return (
    <span className={styles.secret}>
      <input
        className={styles.field}
        type="password"
        aria-labelledby={labelledBy}
        autoComplete="off"
        placeholder={`Key, or \${NAME}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save();
        }}
      />
      <Button size="small" onClick={() => void save()}>
        Save
      </Button>
      <Button size="small" tone="plain" onClick={() => setText(undefined)}>
        Discard
      </Button>
    </span>
  );
}
