import type { SettingSpec } from '../../../../shared/settings-report.ts';
import type { ControlProps } from './control-props.ts';
import styles from './controls.module.css';
import { Unsaved } from './unsaved.tsx';
import { useTyped } from './use-typed.ts';
import { asText, fromText } from './values.ts';

/** One line. It is written with Enter, or when the focus leaves it. Where the file says nothing, what counts shows through. */
export function TextControl({ row, labelledBy, label, onSave }: ControlProps) {
  const { spec, written, effective } = row;
  const present = asText(written?.value);
  const field = useTyped(row, present, (text) => (text.trim() === '' ? undefined : onSave(fromText(text, spec.kind))));
  return (
    <>
      <input
        className={styles.field}
        type="text"
        aria-labelledby={labelledBy}
        aria-invalid={row.faults.length > 0 || undefined}
        inputMode={spec.kind === 'integer' || spec.kind === 'number' ? 'decimal' : undefined}
        spellCheck={false}
        autoComplete="off"
        placeholder={asText(effective?.value ?? spec.default) || exampleOf(spec)}
        value={field.text}
        onChange={(event) => field.type(event.target.value)}
        onFocus={field.focus}
        onBlur={field.leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') field.enter();
        }}
      />
      <Unsaved field={field} label={label} />
    </>
  );
}

/** Ages are days, where everything else is seconds. */
function exampleOf({ key, kind }: SettingSpec): string | undefined {
  return key.startsWith('retention.') ? 'such as 90d' : EXAMPLES[kind];
}

const EXAMPLES: Readonly<Record<string, string>> = {
  duration: 'such as 30s',
  address: 'such as http://localhost:8080',
  number: 'not set',
  integer: 'not set',
  text: 'not set',
};
