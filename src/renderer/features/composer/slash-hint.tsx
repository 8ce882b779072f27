import { useLayoutEffect, useRef } from 'react';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './composer.module.css';
import type { SlashList } from './use-slash.ts';

export const SLASH_LIST = 'slash-list';

export function optionId(index: number): string {
  return `slash-${index}`;
}

/** What a text that begins with a slash may become. */
export function SlashHint({ list: { matches, chosen, take } }: { readonly list: SlashList }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  if (matches.length === 0) return null;
  return (
    <div ref={box} id={SLASH_LIST} role="listbox" className={styles.slash} aria-label="Commands and skills">
      {matches.map((match, index) => (
        // The box keeps the focus and takes the keys.
        <div
          key={match.name}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onMouseDown={(event) => {
            event.preventDefault();
            take(match);
          }}
        >
          <code>{`/${match.name} ${match.argument}`}</code>
          {match.skill ? <span className={styles.slashKind}>skill</span> : null}
          <span className={styles.slashWhat}>{match.what}</span>
          {index === chosen ? <Kbd keys="Tab" /> : null}
        </div>
      ))}
    </div>
  );
}
