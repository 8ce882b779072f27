import { X } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { activeSkills } from '../../store/skills.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './composer.module.css';

/** The skills in force, each with the button that ends it. */
export function ActiveSkills() {
  const { setSkill, openSkills } = useCommands();
  const names = useApp(useShallow(activeSkills));
  if (names.length === 0) return null;
  return (
    <ul className={styles.skills} aria-label="Active skills">
      {names.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => void openSkills()}>
            {name}
          </button>
          <IconButton size="small" label={`End the skill ${name}`} onClick={() => void setSkill(name, false)}>
            <Icon of={X} size={0.75} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
