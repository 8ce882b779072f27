import { useState } from 'react';
import type { ControlProps, Value } from './control-props.ts';
import styles from './controls.module.css';
import { TextArea } from './text-area.tsx';
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
      <TextArea field={field} labelledBy={labelledBy} invalid={wrong || row.faults.length > 0} placeholder="JSON" most={12} />
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
