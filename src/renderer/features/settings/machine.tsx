import type { KeyRing } from '../../../shared/accounts.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { SHORTCUTS } from '../../store/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { DoctorReport } from '../../ui/doctor-report.tsx';
import { plural } from '../../ui/format.ts';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './settings.module.css';

/** What Steiner needs of this machine, its keys, and where it keeps things. */
export function Machine() {
  return (
    <div className={styles.plain}>
      <Doctor />
      <Keys />
      <About />
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
      <KeychainLine />
      <p className={styles.about}>
        Configuration in <code>{app.configFile}</code>, sessions in <code>{app.stateFolder}</code>.
      </p>
    </section>
  );
}

function KeychainLine() {
  const keys = useApp((state) => state.usage.keys);
  return <p className={styles.about}>{keys.state === 'ready' ? keychainWords(keys.value) : 'Asking for the keychain.'}</p>;
}

function keychainWords({ kind, names, problem }: KeyRing): string {
  const where = 'Keys of providers are kept in your own file or in variables instead.';
  if (problem !== undefined) return `Keychain: ${problem.message} ${where}`;
  if (kind === undefined) return `Keychain: this system has none that Steiner knows. ${where}`;
  return `Keychain: ${kind}, with ${names.length === 0 ? 'no key' : plural(names.length, 'key')} of Steiner.`;
}
