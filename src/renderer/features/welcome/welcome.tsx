import { Folder, FolderOpen, Play } from 'lucide-react';
import { useEffect } from 'react';
import type { RecentProject } from '../../../shared/ipc.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { keysOf } from '../../store/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { DoctorReport } from '../../ui/doctor-report.tsx';
import { ago } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './welcome.module.css';

/** The window before it has a project. */
export function Welcome() {
  const { pickProject, openDemo } = useCommands();
  return (
    <main className={styles.welcome}>
      <div className={styles.column}>
        <header>
          <h1>Steiner</h1>
          <p className={styles.lead}>A coding agent that works on your repository, in a sandbox, where you can see every step.</p>
        </header>
        <div className={styles.starts}>
          <Button tone="primary" onClick={() => void pickProject()}>
            <Icon of={FolderOpen} />
            Open a folder
            <Kbd keys={keysOf('open-folder')} inherit />
          </Button>
          <Button onClick={() => void openDemo()}>
            <Icon of={Play} />
            Try the sample project
          </Button>
        </div>
        <p className={styles.aside}>The sample plays a script through the real tools and the real sandbox. It needs no model and no key.</p>
        <YourModel />
        <Recent />
        <Machine />
      </div>
    </main>
  );
}

function Recent() {
  const recent = useApp((state) => state.recent);
  if (recent.length === 0) return null;
  return (
    <section>
      <h2>Recent projects</h2>
      <ul className={styles.recent}>
        {recent.map((project) => (
          <RecentRow key={project.path} project={project} />
        ))}
      </ul>
    </section>
  );
}

function RecentRow({ project }: { readonly project: RecentProject }) {
  const { openProject } = useCommands();
  return (
    <li>
      <button type="button" className={styles.project} disabled={project.missing} onClick={() => void openProject(project.path)}>
        <Icon of={Folder} />
        <span className={styles.name}>{project.name}</span>
        <span className={styles.path}>{project.path}</span>
        <span className={styles.when}>{project.missing ? 'not there any more' : ago(project.openedAt, Date.now())}</span>
      </button>
    </li>
  );
}

function Machine() {
  const { runDoctor } = useCommands();
  const doctor = useApp((state) => state.doctor);
  const amiss = doctor.state === 'failed' || (doctor.state === 'ready' && doctor.value.some(({ state }) => state !== 'ok'));
  return (
    <section>
      <h2>This machine</h2>
      <DoctorReport doctor={doctor} />
      {amiss ? (
        <p className={styles.again}>
          <Button size="small" onClick={() => void runDoctor()}>
            Check again
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** The way from nothing to a model that answers, and back to it. */
function YourModel() {
  const { showSettings, loadSettings } = useCommands();
  const report = useApp((state) => state.settings.report);
  useEffect(() => void loadSettings(), [loadSettings]);
  if (report.state !== 'ready') return null;
  const model = report.value.effective.find(({ key }) => key === 'models.profiles.default.default_model')?.value;
  const file = report.value.user;
  const broken = file.unusable !== undefined || file.faults.length > 0;
  if (!broken && model !== undefined) {
    return (
      <section>
        <h2>Your model</h2>
        <p className={styles.model}>
          <span>
            New sessions use <code>{String(model)}</code>.
          </span>
          <Button size="small" onClick={() => void showSettings('providers')}>
            Change
          </Button>
        </p>
      </section>
    );
  }
  return (
    <section>
      <h2>Your model</h2>
      <div className={styles.connect}>
        <p>
          {broken
            ? 'Your file of settings has a fault, so no model can be used yet.'
            : 'No model is connected yet. A key of a provider, or a server of yours, is enough.'}
        </p>
        <Button tone="primary" onClick={() => void showSettings('providers', !broken)}>
          {broken ? 'Look at the settings' : 'Connect a model'}
        </Button>
      </div>
    </section>
  );
}
