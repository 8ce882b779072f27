import { useEffect, useState } from 'react';
import type { ControlProps } from './control-props.ts';
import styles from './controls.module.css';
import { shownValue } from './values.ts';

/** One item on each line. It is written when the focus leaves it, or with Ctrl+Enter. */
export function ListControl({ row, labelledBy, onSave }: ControlProps) {
  const value = shownValue(row);
  const present = Array.isArray(value) ? value.join('\n') : '';
  const [text, setText] = useState(present);
  useEffect(() => setText(present), [present]);
  const save = () => {
    const items = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (items.join('\n') !== present) void onSave(items);
  };
  return (
    <textarea
      className={styles.area}
      aria-labelledby={labelledBy}
      aria-invalid={row.faults.length > 0 || undefined}
      rows={Math.min(8, Math.max(2, text.split('\n').length))}
      spellCheck={false}
      placeholder="One on each line"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.ctrlKey) save();
      }}
    />
  );
}
