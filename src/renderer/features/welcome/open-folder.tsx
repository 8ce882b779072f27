import { CornerLeftUp, Folder, FolderGit2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FolderListing } from '../../../shared/ipc.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/problem-note.tsx';
import styles from './open-folder.module.css';

/** The folder picker of hosts that have none: a path to type, and the folders to walk. */
export function OpenFolder() {
  const { closeLayer, openProject, browse } = useCommands();
  const open = useApp((state) => state.layers.includes('open-folder'));
  const folder = useApp((state) => state.folder);
  const listed = folder.state === 'ready' ? folder.value.path : '';
  const [path, setPath] = useState('');
  useEffect(() => {
    if (listed !== '') setPath(listed);
  }, [listed]);
  const foot = (
    <>
      <Button onClick={() => closeLayer('open-folder')}>Cancel</Button>
      <Button tone="primary" disabled={path.trim() === ''} onClick={() => void openProject(path.trim())}>
        Open this folder
      </Button>
    </>
  );
  return (
    <Dialog title="Open a folder" open={open} onClose={() => closeLayer('open-folder')} foot={foot}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void (path === listed ? openProject(path) : browse(path.trim()));
        }}
      >
        <label htmlFor="folder-path">Path</label>
        <input
          id="folder-path"
          type="text"
          value={path}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setPath(event.target.value)}
        />
      </form>
      {folder.state === 'failed' ? <Note level="error" message={folder.problem.message} hint={folder.problem.hint} alert /> : null}
      {folder.state === 'ready' ? <Folders listing={folder.value} /> : null}
    </Dialog>
  );
}

function Folders({ listing }: { readonly listing: FolderListing }) {
  const { browse } = useCommands();
  const { parent } = listing;
  return (
    <ul className={styles.folders} aria-label="Folders" onKeyDown={walk}>
      {parent === undefined ? null : (
        <li>
          <button type="button" className={styles.folder} onClick={() => void browse(parent)}>
            <Icon of={CornerLeftUp} />
            Parent folder
          </button>
        </li>
      )}
      {listing.folders.map(({ name, path, git }) => (
        <li key={path}>
          <button type="button" className={styles.folder} onClick={() => void browse(path)}>
            <Icon of={git ? FolderGit2 : Folder} />
            <span>{name}</span>
            {git ? <span className={styles.git}>git</span> : null}
          </button>
        </li>
      ))}
      {listing.folders.length === 0 ? <li className={styles.none}>No folders in here.</li> : null}
    </ul>
  );
}

function walk(event: React.KeyboardEvent<HTMLUListElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll('button')];
  const at = rows.findIndex((row) => row.matches(':focus'));
  event.preventDefault();
  rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
