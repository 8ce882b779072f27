import { X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useApp, useCommands } from '../hooks/app-context.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Note } from '../ui/problem-note.tsx';
import styles from './shell.module.css';

/** What the person asked for and could not be done. It stays until they close it, over a dialog too. */
export function Problems() {
  const { dismissProblem } = useCommands();
  const problems = useApp((state) => state.problems);
  if (problems.length === 0) return null;
  return createPortal(
    <section className={styles.problems} aria-label="Problems">
      {problems.map((problem) => (
        <div key={problem.message} className={styles.problem}>
          <Note level="error" alert message={problem.message} hint={problem.hint} safe={problem.safe} detail={problem.detail} />
          <span className={styles.dismiss}>
            <IconButton size="small" label="Close" onClick={() => dismissProblem(problem)}>
              <Icon of={X} size={0.875} />
            </IconButton>
          </span>
        </div>
      ))}
    </section>,
    document.body,
  );
}
