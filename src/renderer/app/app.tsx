import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { ApprovalView } from '../features/approvals/approval-view.tsx';
import { OrchestrationDialog } from '../features/children/orchestration-dialog.tsx';
import { HistoryDialog } from '../features/history/history-dialog.tsx';
import { ModelChooser } from '../features/models/model-chooser.tsx';
import { Palette } from '../features/palette/palette.tsx';
import { RewindDialog } from '../features/rewind/rewind-dialog.tsx';
import { ExportDialog, ImportDialog } from '../features/sessions/file-dialogs.tsx';
import { SettingsDialog } from '../features/settings/settings-dialog.tsx';
import { SkillsDialog } from '../features/skills/skills-dialog.tsx';
import { TrustDialog } from '../features/trust/trust-dialog.tsx';
import { UsageDialog } from '../features/usage/usage-dialog.tsx';
import { AttachmentViewer } from '../features/viewer/attachment-viewer.tsx';
import { OpenFolder } from '../features/welcome/open-folder.tsx';
import { Welcome } from '../features/welcome/welcome.tsx';
import { type AppHandle, AppProvider, useApp, useCommands } from '../hooks/app-context.ts';
import { ApprovalProvider, type RenderApproval } from '../hooks/slots.ts';
import { Button } from '../ui/button.tsx';
import { Fallback } from '../ui/fallback.tsx';
import { LinkProvider } from '../ui/markdown.tsx';
import { Note } from '../ui/problem-note.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ThemeProvider } from '../ui/theme.ts';
import { Problems } from './problems.tsx';
import styles from './shell.module.css';
import { ToastView } from './toast.tsx';
import { useAppearance } from './use-appearance.ts';
import { usePaletteGroups } from './use-palette-groups.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { Workspace } from './workspace.tsx';

const renderApproval: RenderApproval = (asked, child) => <ApprovalView asked={asked} child={child} />;

const TOOLTIP_DELAY_MS = 500;

/** The whole window around one store. */
export function App({ handle }: { readonly handle: AppHandle }) {
  return (
    <AppProvider value={handle}>
      <ApprovalProvider value={renderApproval}>
        <CSPProvider disableStyleElements>
          <Tooltip.Provider delay={TOOLTIP_DELAY_MS}>
            <Fallback instead={<Unshown />}>
              <Window />
            </Fallback>
          </Tooltip.Provider>
        </CSPProvider>
      </ApprovalProvider>
    </AppProvider>
  );
}

/** In place of a page that could not be drawn. What runs goes on: it runs outside the page. */
function Unshown() {
  return (
    <main className={styles.boot}>
      <Note
        level="error"
        alert
        message="The window cannot be drawn."
        hint="Load it again. When that does not help, close it and open the project again."
        safe="Sessions are saved, and a turn that runs goes on."
        actions={<Button onClick={() => location.reload()}>Load again</Button>}
      />
    </main>
  );
}

function Window() {
  const { openLink } = useCommands();
  const theme = useApp((state) => state.appearance.theme);
  useAppearance();
  useShortcuts();
  return (
    <ThemeProvider value={theme}>
      <LinkProvider value={openLink}>
        <Screen />
        <Problems />
        <ToastView />
        <ExportDialog />
        <ImportDialog />
        <RewindDialog />
        <OpenFolder />
        <SettingsDialog />
        <UsageDialog />
        <SkillsDialog />
        <OrchestrationDialog />
        <HistoryDialog />
        <AttachmentViewer />
        <TrustDialog />
        <ModelChooser />
        <Palette groups={usePaletteGroups()} />
      </LinkProvider>
    </ThemeProvider>
  );
}

function Screen() {
  const { boot } = useCommands();
  const booted = useApp((state) => state.boot);
  const hasProject = useApp((state) => state.project !== null);
  if (booted.state === 'failed') {
    const { message, hint, safe, detail } = booted.problem;
    return (
      <main className={styles.boot}>
        <Note
          level="error"
          alert
          message={message}
          hint={hint}
          safe={safe}
          detail={detail}
          actions={<Button onClick={() => void boot()}>Try again</Button>}
        />
      </main>
    );
  }
  if (booted.state === 'ready') return hasProject ? <Workspace /> : <Welcome />;
  return (
    <main className={styles.boot} aria-busy="true">
      <p className={styles.starting}>
        <Spinner />
        Starting
      </p>
    </main>
  );
}
