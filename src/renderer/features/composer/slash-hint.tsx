import { slashMatches } from '../../store/slash.ts';
import styles from './composer.module.css';

/** What can be done instead of sending a prompt, while a text begins like it. */
export function SlashHint({ text }: { readonly text: string }) {
  const matches = slashMatches(text);
  if (matches.length === 0) return null;
  return (
    <ul className={styles.slash} aria-label="Commands" aria-live="polite">
      {matches.map(({ name, argument, what }) => (
        <li key={name}>
          <code>{`/${name} ${argument}`}</code>
          <span>{what}</span>
        </li>
      ))}
    </ul>
  );
}
