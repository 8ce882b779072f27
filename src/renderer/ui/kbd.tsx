import styles from './controls.module.css';

const GLYPHS: Readonly<Record<string, string>> = { Down: '↓', Up: '↑', Enter: '↵', Shift: '⇧' };

/** A key or chord, such as `Ctrl+K`. `inherit` takes the colour of the button it stands in. */
export function Kbd({ keys, inherit = false }: { readonly keys: string; readonly inherit?: boolean }) {
  return (
    <kbd className={styles.kbd} data-inherit={inherit || undefined}>
      {keys.split('+').map((key) => (
        <span key={key} className={styles.key}>
          {GLYPHS[key] ?? key}
        </span>
      ))}
    </kbd>
  );
}
