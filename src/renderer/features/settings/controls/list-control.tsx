import type { ControlProps } from './control-props.ts';
import styles from './controls.module.css';
import { Unsaved } from './unsaved.tsx';
import { useTyped } from './use-typed.ts';
import { shownValue } from './values.ts';

/** One item on each line. It is written when the focus leaves it, or with Ctrl+Enter. */
export function ListControl({ row, labelledBy, label, onSave }: ControlProps) {
  const value = shownValue(row);
  const present = Array.isArray(value) ? value.join('\n') : '';
  const field = useTyped(row, present, (text) => {
    const items = itemsOf(text);
    return items.join('\n') === present ? undefined : onSave(items);
  });
  return (
    <>
      <textarea
        className={styles.area}
        aria-labelledby={labelledBy}
        aria-invalid={row.faults.length > 0 || undefined}
        rows={Math.min(8, Math.max(2, field.text.split('\n').length))}
        spellCheck={false}
        placeholder="One on each line"
        value={field.text}
        onChange={(event) => field.type(event.target.value)}
        onFocus={field.focus}
        onBlur={field.leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) field.enter();
        }}
      />
      <Unsaved field={field} label={label} />
    </>
  );
}

function itemsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
