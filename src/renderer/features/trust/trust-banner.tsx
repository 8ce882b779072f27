import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/problem-note.tsx';
import styles from './trust.module.css';

const CHANGED =
  "This project's own settings were changed outside Steiner, in what may decide what runs here. What counted before still does.";

/** Says that the project is worked in without its own settings, as long as that is so. */
export function TrustBanner() {
  const { openLayer } = useCommands();
  const untrusted = useApp((state) => state.project?.untrusted);
  const asked = useApp((state) => state.layers.includes('trust'));
  if (untrusted === undefined || asked) return null;
  return (
    <div className={styles.dock}>
      <div className={styles.banner}>
        <Note
          level="info"
          message={untrusted.changed === true ? CHANGED : "This project's own settings are not applied."}
          actions={
            <Button size="small" onClick={() => openLayer('trust')}>
              Look at them
            </Button>
          }
        />
      </div>
    </div>
  );
}
