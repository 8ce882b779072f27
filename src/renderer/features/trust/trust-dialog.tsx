import type { SettingChange, UntrustedConfig } from '../../../shared/project-trust.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/problem-note.tsx';
import styles from './trust.module.css';

/** Asks whether the settings that a project brings along apply. */
export function TrustDialog() {
  const { closeLayer, trustProject } = useCommands();
  const open = useApp((state) => state.layers.includes('trust'));
  const untrusted = useApp((state) => state.project?.untrusted);
  const busy = useApp((state) => Object.values(state.open).some(({ view }) => view.turn !== undefined));
  if (!open || untrusted === undefined) return null;
  const close = () => closeLayer('trust');
  const foot = (
    <>
      <Button onClick={() => void trustProject('always')}>Always in this project</Button>
      <Button onClick={() => void trustProject('session')}>Until Steiner ends</Button>
      <Button tone="primary" onClick={close}>
        Not now
      </Button>
    </>
  );
  return (
    <Dialog title="Apply the project's own settings?" open onClose={close} foot={foot}>
      <Question untrusted={untrusted} />
      {busy ? <Note level="warning" message="A turn is running. Applying the settings stops it." /> : null}
    </Dialog>
  );
}

function Question({ untrusted: { file, changes, skills = [], error, notice, changed } }: { readonly untrusted: UntrustedConfig }) {
  return (
    <div className={styles.question}>
      <p>
        <code>{file}</code>{' '}
        {changed === true
          ? 'was changed outside Steiner. Until you agree, it counts as it was before.'
          : 'came with the project. Until you agree, nothing in it counts.'}
      </p>
      {error === undefined ? null : <Note level="error" message="The file cannot be understood." detail={error} />}
      {error === undefined && changes.length === 0 ? <p>{skills.length === 0 ? 'It changes nothing.' : 'It changes no setting.'}</p> : null}
      {changes.length === 0 ? null : <Changes changes={changes} />}
      {skills.length === 0 ? null : <p>{`It brings skills, which tell the model what to do when you start them: ${skills.join(', ')}.`}</p>}
      {changed ? <Note level="warning" message="You trusted this project; what it brings has changed since." /> : null}
      {notice === undefined ? null : <Note level="warning" message={notice} />}
    </div>
  );
}

function Changes({ changes }: { readonly changes: readonly SettingChange[] }) {
  return (
    <ul className={styles.changes} aria-label="What it changes">
      {changes.map(({ key, before = 'not set', after, security }) => (
        <li key={key} data-security={security}>
          <span className={styles.key}>
            <code>{key}</code>
            {security ? <Badge tone="waiting">Security</Badge> : null}
          </span>
          <span className={styles.values}>
            <code>{before}</code> → <code>{after}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
