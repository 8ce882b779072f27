import { FileText, Folder } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { KeptEnd } from '../../ui/kept-end.tsx';
import styles from './composer.module.css';
import type { MentionList } from './use-mentions.ts';

export const MENTION_LIST = 'mention-list';

export function mentionId(index: number): string {
  return `mention-${index}`;
}

/** Files and folders for what is typed after the sign. */
export function MentionHint({ list: { paths, chosen, take } }: { readonly list: MentionList }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  if (paths.length === 0) return null;
  return (
    <div ref={box} id={MENTION_LIST} role="listbox" className={styles.slash} aria-label="Files">
      {paths.map((path, index) => (
        // The box keeps the focus and takes the keys.
        <div
          key={path}
          id={mentionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onMouseDown={(event) => {
            event.preventDefault();
            take(path);
          }}
        >
          <span className={styles.mentionMark}>
            <Icon of={path.endsWith('/') ? Folder : FileText} size={0.8125} />
          </span>
          <code className={styles.mentionPath}>
            <KeptEnd text={path} />
          </code>
          {index === chosen ? (
            <span aria-hidden="true">
              <Kbd keys="Enter" />
            </span>
          ) : null}
        </div>
      ))}
    </div>
  );
}
