import { useState } from 'react';
import type { ControlProps, Value } from './control-props.ts';
import styles from './controls.module.css';
import { Unsaved } from './unsaved.tsx';
import { useTyped } from './use-typed.ts';
import { shownValue } from './values.ts';

/** Anything that has no field of its own, as JSON. It is written when the focus leaves it, or with Ctrl+Enter. */
export function JsonControl({ row, labelledBy, label, onSave }: ControlProps) {
  const value = shownValue(row);
  const present = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [wrong, setWrong] = useState(false);
  const field = useTyped(row, present, (text) => {
    if (text.trim() === '') return undefined;
    const parsed = parse(text);
    setWrong(parsed === undefined);
    return parsed === undefined ? Promise.resolve(false) : onSave(parsed.value);
  });
  return (
    <>
      <textarea
        className={styles.area}
        aria-labelledby={labelledBy}
        aria-invalid={wrong || row.faults.length > 0 || undefined}
        rows={Math.min(12, Math.max(2, field.text.split('\n').length))}
        spellCheck={false}
        placeholder="JSON"
        value={field.text}
        onChange={(event) => field.type(event.target.value)}
        onFocus={field.focus}
        onBlur={field.leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) field.enter();
        }}
      />
      {wrong ? (
        <p className={styles.wrong} role="alert">
          This is not JSON. Nothing was written.
        </p>
      ) : null}
      <Unsaved field={field} label={label} />
    </>
  );
}

function parse(text: string): { readonly value: Value } | undefined {
  try {
    return { value: JSON.parse(text) as Value };
  } catch {
    return undefined;
  }
}
