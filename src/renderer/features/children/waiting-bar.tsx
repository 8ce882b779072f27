import { useCommands, useView } from '../../hooks/app-context.ts';
import { runningChildren } from '../../store/children.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './children.module.css';

/** After a stop: that children still run, what becomes of what they find, and how to stop them too. */
export function WaitingBar() {
  const { stopChildren } = useCommands();
  const many = useView((view) => (view.turn === undefined && view.held !== undefined ? runningChildren(view).length : 0));
  if (many === 0) return null;
  return (
    <div className={styles.dock}>
      <div className={styles.bar} role="status">
        <span className={styles.words}>
          {plural(many, 'child', 'children')} still {many === 1 ? 'runs' : 'run'}. What comes of it waits for your next prompt.
        </span>
        <Button size="small" onClick={() => void stopChildren()}>
          Stop {many === 1 ? 'it' : 'them'}
          <Kbd keys="Esc" inherit />
        </Button>
      </div>
    </div>
  );
}
