import type { ControlProps } from './control-props.ts';
import { TextArea } from './text-area.tsx';
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
      <TextArea field={field} labelledBy={labelledBy} invalid={row.faults.length > 0} placeholder="One on each line" most={8} />
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
