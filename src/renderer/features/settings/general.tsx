import type { Appearance } from '../../../shared/settings.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/segments.tsx';
import styles from './settings.module.css';

const THEMES: readonly { readonly value: Appearance['theme']; readonly title: string }[] = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
];

const STEER: readonly { readonly value: Appearance['steer']; readonly title: string }[] = [
  { value: 'now', title: 'Steers it' },
  { value: 'after', title: 'Waits for its end' },
];

/** How the window looks and behaves: kept on this machine, not in a file of settings. */
export function General() {
  const { setAppearance, zoomBy } = useCommands();
  const { theme, steer, zoom } = useApp((state) => state.appearance);
  return (
    <section className={styles.rows}>
      <Setting name="Theme" about="System follows the desktop.">
        <Segments label="Theme" value={theme} options={THEMES} onChange={(next) => void setAppearance({ theme: next })} />
      </Setting>
      <Setting name="Enter while a turn runs" about="Ctrl+Enter does the other.">
        <Segments label="Enter while a turn runs" value={steer} options={STEER} onChange={(next) => void setAppearance({ steer: next })} />
      </Setting>
      <Setting name="Zoom" about="Ctrl+= and Ctrl+- change it anywhere.">
        <span className={styles.zoom}>
          <Button size="small" aria-label="Zoom out" disabled={zoom <= 0.5} onClick={() => void zoomBy(-1)}>
            −
          </Button>
          <output>{`${Math.round(zoom * 100)} %`}</output>
          <Button size="small" aria-label="Zoom in" disabled={zoom >= 3} onClick={() => void zoomBy(1)}>
            +
          </Button>
        </span>
      </Setting>
    </section>
  );
}

interface SettingProps {
  readonly name: string;
  readonly about: string;
  readonly children: React.ReactNode;
}

function Setting({ name, about, children }: SettingProps) {
  return (
    <div className={styles.setting}>
      <div>
        <p>{name}</p>
        <p className={styles.about}>{about}</p>
      </div>
      {children}
    </div>
  );
}
