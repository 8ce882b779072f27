import { FolderOpen, Plus } from 'lucide-react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { keysOf } from '../../store/shortcuts.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SessionList } from './session-list.tsx';
import styles from './sidebar.module.css';

/** The sessions of this project, and the way to another one. */
export function Sidebar() {
  const { newSession } = useCommands();
  return (
    <div className={styles.sidebar}>
      <div className={styles.head}>
        <h2>Sessions</h2>
        <IconButton size="small" label="New session" keys={keysOf('new-session')} onClick={newSession}>
          <Icon of={Plus} />
        </IconButton>
      </div>
      <SessionList />
      <Projects />
    </div>
  );
}

function Projects() {
  const { openProject, pickProject } = useCommands();
  const recent = useApp((state) => state.recent);
  const here = useApp((state) => state.project?.path);
  const others = recent.filter((project) => project.path !== here);
  const entries = others.map((project) => ({
    id: project.path,
    title: project.name,
    detail: project.missing ? `${project.path} (not there any more)` : project.path,
    disabled: project.missing,
    onSelect: () => void openProject(project.path),
  }));
  const open = { id: 'open', title: 'Open a folder…', onSelect: () => void pickProject() };
  const trigger = (
    <>
      <Icon of={FolderOpen} size={0.875} />
      Open project
    </>
  );
  return (
    <div className={styles.foot}>
      <Menu
        label="Open project"
        className={styles.projects}
        trigger={trigger}
        heading="Opens in a window of its own"
        entries={[...entries, open]}
      />
    </div>
  );
}
