import { FolderOpen, Plus } from 'lucide-react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import type { SessionFilter } from '../../store/library-state.ts';
import { keysOf } from '../../store/shortcuts.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Segments } from '../../ui/segments.tsx';
import { SessionList } from './session-list.tsx';
import { SearchHits, SessionSearch } from './session-search.tsx';
import styles from './sidebar.module.css';

/** The sessions of this project, and the way to another one. */
export function Sidebar() {
  const { newSession } = useCommands();
  const searching = useApp((state) => state.search.query.trim() !== '');
  return (
    <div className={styles.sidebar}>
      <div className={styles.head}>
        <h2>Sessions</h2>
        <IconButton size="small" label="New session" keys={keysOf('new-session')} onClick={newSession}>
          <Icon of={Plus} />
        </IconButton>
      </div>
      <SessionSearch />
      {searching ? (
        <SearchHits />
      ) : (
        <>
          <Filter />
          <SessionList />
        </>
      )}
      <Projects />
    </div>
  );
}

const FILTERS: readonly { readonly value: SessionFilter; readonly title: string }[] = [
  { value: 'all', title: 'All' },
  { value: 'pinned', title: 'Pinned' },
  { value: 'archived', title: 'Archived' },
  { value: 'trash', title: 'Trash' },
];

function Filter() {
  const { setSessionFilter } = useCommands();
  const filter = useApp((state) => state.library.filter);
  return (
    <div className={styles.filter}>
      <Segments label="Which sessions" value={filter} options={FILTERS} onChange={(next) => void setSessionFilter(next)} />
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
