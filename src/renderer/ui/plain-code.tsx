import styles from './code.module.css';
import { ScrollBox } from './scroll-box.tsx';

/** Code without colours. */
export function PlainCode({ text }: { readonly text: string }) {
  return (
    <ScrollBox className={styles.plain}>
      <pre>{text}</pre>
    </ScrollBox>
  );
}
