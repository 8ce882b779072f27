import { Bell, GitBranch, PanelLeft, PanelRight } from 'lucide-react';
import { useApp, useCommands, useScripted } from '../../hooks/app-context.ts';
import { panelShown } from '../../store/appearance.ts';
import { waitingItems } from '../../store/attention.ts';
import { keysOf } from '../../store/shortcuts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ModeBadge } from './mode-badge.tsx';
import { SandboxBadge } from './sandbox-badge.tsx';
import styles from './status.module.css';

export function TitleBar() {
  const project = useApp((state) => state.project);
  const scripted = useScripted();
  if (project === null) return null;
  return (
    <header className={styles.title}>
      <PanelToggle panel="sidebar" />
      <h1 className={styles.project} title={project.path}>
        {project.name}
      </h1>
      {project.branch === undefined ? (
        <span className={styles.branch}>{project.git ? 'no branch' : 'not a git repository'}</span>
      ) : (
        <span className={styles.branch}>
          <Icon of={GitBranch} size={0.8125} />
          <span>{project.branch}</span>
        </span>
      )}
      <ModeBadge />
      {scripted ? <Badge tone="waiting">Scripted demo</Badge> : null}
      <span className={styles.space} />
      <SandboxBadge sandbox={project.sandbox} project={project.path} />
      <Inbox />
      <PanelToggle panel="inspector" />
    </header>
  );
}

/** How many questions wait, in all sessions. One press goes to the next. */
function Inbox() {
  const { stepWaiting } = useCommands();
  const waiting = useApp((state) => waitingItems(state).length);
  return (
    <button
      type="button"
      className={styles.inbox}
      data-waiting={waiting > 0 || undefined}
      disabled={waiting === 0}
      onClick={() => void stepWaiting(1)}
    >
      <Icon of={Bell} size={0.875} />
      {waiting === 0 ? 'Nothing needs you' : `${waiting} ${waiting === 1 ? 'needs' : 'need'} you`}
      {waiting === 0 ? null : <Kbd keys={keysOf('next-waiting')} inherit />}
    </button>
  );
}

const PANELS = {
  sidebar: { icon: PanelLeft, keys: 'toggle-sidebar' },
  inspector: { icon: PanelRight, keys: 'toggle-inspector' },
} as const;

function PanelToggle({ panel }: { readonly panel: 'sidebar' | 'inspector' }) {
  const { togglePanel } = useCommands();
  const shown = useApp((state) => panelShown(state, panel));
  return (
    <IconButton
      label={`${shown ? 'Hide' : 'Show'} the ${panel}`}
      keys={keysOf(PANELS[panel].keys)}
      aria-pressed={shown}
      onClick={() => void togglePanel(panel)}
    >
      <Icon of={PANELS[panel].icon} />
    </IconButton>
  );
}
