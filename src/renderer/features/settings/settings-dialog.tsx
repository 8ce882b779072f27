import type { Appearance } from '../../../shared/settings.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { SHORTCUTS } from '../../store/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DoctorReport } from '../../ui/doctor-report.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Approvals } from './approvals.tsx';
import styles from './settings.module.css';

export function SettingsDialog() {
  const { closeLayer } = useCommands();
  const open = useApp((state) => state.layers.includes('settings'));
  return (
    <Dialog title="Settings" open={open} onClose={() => closeLayer('settings')}>
      <div className={styles.settings}>
        <Look />
        <Approvals />
        <Doctor />
        <Keys />
        <About />
      </div>
    </Dialog>
  );
}

const THEMES: readonly { readonly value: Appearance['theme']; readonly title: string }[] = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
];

const STEER: readonly { readonly value: Appearance['steer']; readonly title: string }[] = [
  { value: 'now', title: 'Steers it' },
  { value: 'after', title: 'Waits for its end' },
];

function Look() {
  const { setAppearance, zoomBy } = useCommands();
  const { theme, steer, zoom } = useApp((state) => state.appearance);
  return (
    <section>
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

function Doctor() {
  const { runDoctor } = useCommands();
  const doctor = useApp((state) => state.doctor);
  return (
    <section>
      <div className={styles.sectionHead}>
        <h3>Doctor</h3>
        <Button size="small" disabled={doctor.state === 'loading'} onClick={() => void runDoctor()}>
          {doctor.state === 'idle' ? 'Run' : 'Run again'}
        </Button>
      </div>
      <DoctorReport doctor={doctor} />
    </section>
  );
}

function Keys() {
  return (
    <section>
      <div className={styles.sectionHead}>
        <h3>Keys</h3>
      </div>
      <ul className={styles.keys}>
        {SHORTCUTS.map(({ id, keys, title }) => (
          <li key={id}>
            <span>{title}</span>
            <Kbd keys={keys} />
            <span className="sr-only">{keys}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function About() {
  const app = useApp((state) => (state.boot.state === 'ready' ? state.boot.value : undefined));
  if (app === undefined) return null;
  const host = app.host === 'electron' ? 'Electron' : 'installed Chromium';
  return (
    <section>
      <div className={styles.sectionHead}>
        <h3>About</h3>
      </div>
      <p className={styles.about}>{`Steiner ${app.version} on ${app.platform}, window by ${host}.`}</p>
      <p className={styles.about}>
        {app.keychain ? '' : 'There is no system keychain here. '}Keys are read from the configuration and the environment.
      </p>
      <p className={styles.about}>
        Configuration in <code>{app.configFile}</code>, sessions in <code>{app.stateFolder}</code>.
      </p>
    </section>
  );
}
