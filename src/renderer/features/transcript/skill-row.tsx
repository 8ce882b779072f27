import { BookOpen } from 'lucide-react';
import type { SkillItem } from '../../../shared/fold-types.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './message.module.css';
import { skillWords } from './skill-words.ts';

/** Where a skill was activated, or deactivated. */
export function SkillRow({ item }: { readonly item: SkillItem }) {
  return (
    <p className={styles.mode}>
      <Icon of={BookOpen} size={0.875} />
      {skillWords(item)}
    </p>
  );
}
