import { Hammer, Telescope } from 'lucide-react';
import type { ModeItem } from '../../../shared/fold-types.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './message.module.css';
import { modeWords } from './mode-words.ts';

/** Where the mode changed, and what that means. */
export function ModeRow({ item }: { readonly item: ModeItem }) {
  return (
    <p className={styles.mode} data-mode={item.mode}>
      <Icon of={item.mode === 'plan' ? Telescope : Hammer} size={0.875} />
      {modeWords(item)}
    </p>
  );
}
