import styles from './controls.module.css';
import type { Typed } from './use-typed.ts';

interface TextAreaProps {
  readonly field: Typed;
  readonly labelledBy: string;
  readonly invalid: boolean;
  readonly placeholder: string;
  /** It grows with what is typed, up to so many rows. */
  readonly most: number;
}

/** A text of several lines; Ctrl+Enter writes it. */
export function TextArea({ field, labelledBy, invalid, placeholder, most }: TextAreaProps) {
  return (
    <textarea
      className={styles.area}
      aria-labelledby={labelledBy}
      aria-invalid={invalid || undefined}
      rows={Math.min(most, Math.max(2, field.text.split('\n').length))}
      spellCheck={false}
      placeholder={placeholder}
      value={field.text}
      onChange={(event) => field.type(event.target.value)}
      onFocus={field.focus}
      onBlur={field.leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.ctrlKey) field.enter();
      }}
    />
  );
}
