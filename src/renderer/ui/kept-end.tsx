import styles from './kept-end.module.css';

/** A name that is cut at its beginning where it does not fit: its end tells it apart, as that of a path does. */
export function KeptEnd({ text }: { readonly text: string }) {
  return (
    <span className={styles.keptEnd}>
      <bdi>{text}</bdi>
    </span>
  );
}
