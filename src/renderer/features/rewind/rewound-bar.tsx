import { Redo2 } from 'lucide-react';
import { useCommands, useView } from '../../hooks/app-context.ts';
import { isBusy } from '../../store/side-work.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './rewind.module.css';

/** Says that the session went back, while it can go forward again. */
export function RewoundBar() {
  const { redoRewind } = useCommands();
  const last = useView((view) => view.rewinds.at(-1));
  const busy = useView(isBusy);
  if (last === undefined) return null;
  const hidden = last.starts.length > 0 ? `${plural(last.starts.length, 'turn')} hidden` : '';
  const restored = last.files === undefined ? '' : 'files restored';
  return (
    <div className={styles.dock}>
      <div className={styles.bar} role="status">
        <span>{['You went back', hidden, restored].filter(Boolean).join(' · ')}</span>
        <Button size="small" disabled={busy} onClick={() => void redoRewind()}>
          <Icon of={Redo2} size={0.875} />
          Redo
        </Button>
      </div>
    </div>
  );
}
