import { useRef } from 'react';
import { ChildBar } from '../features/children/child-bar.tsx';
import { WaitingBar } from '../features/children/waiting-bar.tsx';
import { Composer } from '../features/composer/composer.tsx';
import { Inspector } from '../features/inspector/inspector.tsx';
import { RewoundBar } from '../features/rewind/rewound-bar.tsx';
import { Sidebar } from '../features/sessions/sidebar.tsx';
import { StatusBar } from '../features/status/status-bar.tsx';
import { TitleBar } from '../features/status/title-bar.tsx';
import { Transcript } from '../features/transcript/transcript.tsx';
import { TrustBanner } from '../features/trust/trust-banner.tsx';
import { EmptySession } from '../features/welcome/empty-session.tsx';
import { useApp, useCommands, useView } from '../hooks/app-context.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/problem-note.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './shell.module.css';
import { SidePanel } from './side-panel.tsx';
import { useOverlays } from './use-overlays.ts';

/** The window with a project: sidebar, session, inspector, between title and status. */
export function Workspace() {
  const shell = useRef<HTMLDivElement>(null);
  useOverlays(shell);
  return (
    <div ref={shell} className={styles.shell}>
      <TitleBar />
      <div className={styles.middle}>
        <SidePanel panel="sidebar">
          <Sidebar />
        </SidePanel>
        <main className={styles.center}>
          <TrustBanner />
          <ProjectProblem />
          <SessionPage />
          <RewoundBar />
          <WaitingBar />
          <Speaking />
        </main>
        <SidePanel panel="inspector">
          <Inspector />
        </SidePanel>
      </div>
      <StatusBar />
    </div>
  );
}

/** Where a person speaks to the session; a child takes no messages. */
function Speaking() {
  const isChild = useView((view) => view.parent !== undefined);
  return isChild ? <ChildBar /> : <Composer />;
}

const ANSWERED_IN_SETTINGS: ReadonlySet<string> = new Set(['config_invalid', 'no_model', 'model_not_found', 'provider_auth']);

/** What keeps turns from running in this project, until it is put right. */
function ProjectProblem() {
  const { checkProject, showSettings } = useCommands();
  const problem = useApp((state) => state.project?.problem);
  if (problem === undefined) return null;
  const { message, hint, safe, detail } = problem;
  return (
    <div className={styles.bannerDock}>
      <div className={styles.banner}>
        <Note
          level="warning"
          message={message}
          hint={hint}
          safe={safe}
          detail={detail}
          actions={
            <>
              {ANSWERED_IN_SETTINGS.has(problem.code) ? (
                <Button size="small" onClick={() => void showSettings('providers', problem.code === 'no_model')}>
                  {problem.code === 'no_model' ? 'Connect a model' : 'Open settings'}
                </Button>
              ) : null}
              <Button size="small" onClick={() => void checkProject()}>
                Check again
              </Button>
            </>
          }
        />
      </div>
    </div>
  );
}

function SessionPage() {
  const { openSession } = useCommands();
  const current = useApp((state) => state.current);
  const state = useApp((shown) => (current === null ? undefined : shown.open[current]?.state));
  const problem = useApp((shown) => (current === null ? undefined : shown.open[current]?.problem));
  const empty = useView((view) => view.first + view.items.length === 0 && view.turn === undefined);
  if (current !== null && problem !== undefined) {
    const retry = <Button onClick={() => void openSession(current)}>Try again</Button>;
    return (
      <div className={styles.sessionState}>
        <Note level="error" message={problem.message} hint={problem.hint} safe={problem.safe} detail={problem.detail} actions={retry} />
      </div>
    );
  }
  if (state === 'loading' && empty) {
    return (
      <p className={styles.sessionState} role="status">
        <Spinner />
        Reading the session
      </p>
    );
  }
  return empty ? <EmptySession /> : <Transcript />;
}
