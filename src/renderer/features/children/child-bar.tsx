import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { sessionIdSchema } from '../../../shared/ids.ts';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './children.module.css';

/** In place of the composer: a child takes no messages, and this leads back to the session that does. */
export function ChildBar() {
  const { openSession, tookFocus } = useCommands();
  const parent = useView((view) => view.parent);
  const agent = useView((view) => view.agent);
  const title = useApp((state) => state.sessions.find(({ id }) => id === parent)?.title);
  const back = useRef<HTMLButtonElement>(null);
  const wanted = useApp((state) => state.focus?.target === 'composer');
  useEffect(() => {
    if (!wanted) return;
    back.current?.focus();
    tookFocus('composer');
  }, [wanted, tookFocus]);
  if (parent === undefined) return null;
  return (
    <div className={styles.dock}>
      <div className={styles.bar} role="status">
        <span className={styles.words}>
          This is a child{agent === undefined ? '' : ` of the type ${agent}`}. It takes no messages of its own
          {title === undefined ? '.' : `; it was started by “${title}”.`}
        </span>
        <Button ref={back} size="small" onClick={() => void openSession(sessionIdSchema.parse(parent))}>
          <Icon of={ArrowLeft} size={0.875} />
          Back to its session
        </Button>
      </div>
    </div>
  );
}
