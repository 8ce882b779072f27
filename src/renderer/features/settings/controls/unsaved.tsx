import { Button } from '../../../ui/button.tsx';
import styles from './controls.module.css';
import type { Typed } from './use-typed.ts';

/** What is typed and stands in no file: the way there, and the way back. */
export function Unsaved({ field, label }: { readonly field: Typed; readonly label: string }) {
  if (!field.unsaved) return null;
  return (
    <p className={styles.unsaved} role="status">
      <span>Not saved</span>
      <Button size="small" aria-label={`Save: ${label}`} onClick={field.enter}>
        Save
      </Button>
      <Button size="small" tone="plain" aria-label={`Discard: ${label}`} onClick={field.discard}>
        Discard
      </Button>
    </p>
  );
}
