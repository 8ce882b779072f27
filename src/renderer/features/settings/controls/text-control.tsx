import { useEffect, useState } from 'react';
import type { ControlProps } from './control-props.ts';
import styles from './controls.module.css';
import { asText, fromText } from './values.ts';

/** One line. It is written with Enter, or when the focus leaves it. Where the file says nothing, what counts shows through. */
export function TextControl({ row, labelledBy, onSave }: ControlProps) {
  const { spec, written, effective } = row;
  const present = asText(written?.value);
  const [text, setText] = useState(present);
  useEffect(() => setText(present), [present]);
  const save = () => {
    if (text.trim() !== '' && text !== present) void onSave(fromText(text, spec.kind));
  };
  return (
    <input
      className={styles.field}
      type="text"
      aria-labelledby={labelledBy}
      aria-invalid={row.faults.length > 0 || undefined}
      inputMode={spec.kind === 'integer' || spec.kind === 'number' ? 'decimal' : undefined}
      spellCheck={false}
      autoComplete="off"
      placeholder={asText(effective?.value ?? spec.default) || EXAMPLES[spec.kind]}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
    />
  );
}

const EXAMPLES: Readonly<Record<string, string>> = {
  duration: '30s',
  address: 'http://localhost:1234/v1',
  number: 'no limit',
  integer: 'not set',
};
