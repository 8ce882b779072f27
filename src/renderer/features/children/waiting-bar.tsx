import { useCommands, useView } from '../../hooks/app-context.ts';
import { runningChildren } from '../../store/children.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './children.module.css';

/** Between turns: that children still run, and what becomes of what they find. */
export function WaitingBar() {
  const { stopChildren } = useCommands();
  const idle = useView((view) => view.turn === undefined);
  const held = useView((view) => view.held !== undefined);
  const many = useView((view) => (view.turn === undefined ? runningChildren(view).length : 0));
  if (!idle || many === 0) return null;
  const still = `${plural(many, 'child', 'children')} still ${many === 1 ? 'runs' : 'run'}`;
  return (
    <div className={styles.dock}>
      <div className={styles.bar} role="status">
        <span className={styles.words}>
          {held
            ? `${still}. What comes of it waits for your next prompt.`
            : `${still}. The session goes on by itself with what comes of it.`}
        </span>
        <Button size="small" onClick={() => void stopChildren()}>
          Stop {many === 1 ? 'it' : 'them'}
          {held ? <Kbd keys="Esc" inherit /> : null}
        </Button>
      </div>
    </div>
  );
}
