import { useState } from 'react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/problem-note.tsx';
import { Segments } from '../../ui/segments.tsx';
import styles from './file-dialogs.module.css';

type Format = 'md' | 'json';

const FORMATS: readonly { readonly value: Format; readonly title: string }[] = [
  { value: 'md', title: 'Markdown, to read' },
  { value: 'json', title: 'JSON, to import again' },
];

/** Writes a session to a file of the person's choice. */
export function ExportDialog() {
  const open = useApp((state) => state.layers.includes('export'));
  const { closeLayer } = useCommands();
  return open ? <ExportForm onClose={() => closeLayer('export')} /> : null;
}

function ExportForm({ onClose }: { readonly onClose: () => void }) {
  const { exportSession } = useCommands();
  const session = useApp((state) => state.library.exporting);
  const title = useApp((state) => state.sessions.find(({ id }) => id === session)?.title ?? 'session');
  const [format, setFormat] = useState<Format>('md');
  const [path, setPath] = useState(`~/${fileName(title)}`);
  const [exists, setExists] = useState(false);
  if (session === null) return null;
  const write = async (replace: boolean) => {
    const outcome = await exportSession({ session, format, path: `${path.trim()}.${format}`, replace });
    setExists(outcome === 'exists');
  };
  const foot = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      {exists ? <Button onClick={() => void write(true)}>Replace it</Button> : null}
      <Button tone="primary" disabled={path.trim() === ''} onClick={() => void write(false)}>
        Export
      </Button>
    </>
  );
  return (
    <Dialog title="Export the session" open onClose={onClose} foot={foot}>
      <Segments label="Format" value={format} options={FORMATS} onChange={setFormat} />
      <PathField label={`File, without .${format}`} value={path} onChange={setPath} onSubmit={() => void write(false)} />
      {exists ? (
        <Note level="warning" alert message="There is already a file of that name." hint="Replace it, or choose another name." />
      ) : null}
    </Dialog>
  );
}

/** Makes a session of this project from an exported file. */
export function ImportDialog() {
  const open = useApp((state) => state.layers.includes('import'));
  const { closeLayer } = useCommands();
  return open ? <ImportForm onClose={() => closeLayer('import')} /> : null;
}

function ImportForm({ onClose }: { readonly onClose: () => void }) {
  const { importSession } = useCommands();
  const [path, setPath] = useState('~/');
  const read = () => void importSession(path.trim());
  const foot = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button tone="primary" disabled={!path.trim().endsWith('.json')} onClick={read}>
        Import
      </Button>
    </>
  );
  return (
    <Dialog title="Import a session" open onClose={onClose} foot={foot}>
      <PathField label="Exported JSON file" value={path} onChange={setPath} onSubmit={read} />
    </Dialog>
  );
}

interface PathFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
}

function PathField({ label, value, onChange, onSubmit }: PathFieldProps) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <label htmlFor="session-file">{label}</label>
      <input
        id="session-file"
        type="text"
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </form>
  );
}

/** Letters and digits of the title, for a name that every file system takes. */
function fileName(title: string): string {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const name = words.join('-').slice(0, 60);
  return name === '' ? 'session' : name;
}
