import { LEFT_WORDS, type LeftFolder, type PlannedChange, type RewindPlan } from '../../../shared/rewind.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import type { Loaded } from '../../store/state.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { Note } from '../../ui/problem-note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './rewind.module.css';

/** Shows what would change before anything does. */
export function RewindDialog() {
  const { closeLayer, rewind } = useCommands();
  const open = useApp((state) => state.layers.includes('rewind'));
  const rewinding = useApp((state) => state.rewinding);
  if (!open || rewinding === null) return null;
  const { plan, prompt } = rewinding;
  const files = plan.state === 'ready' && plan.value.files === 'kept';
  const close = () => closeLayer('rewind');
  const foot = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button disabled={!files} onClick={() => void rewind({ files: true, chat: false })}>
        Files only
      </Button>
      <Button onClick={() => void rewind({ files: false, chat: true })}>Chat only</Button>
      <Button tone="primary" disabled={!files} onClick={() => void rewind({ files: true, chat: true })}>
        Files and chat
      </Button>
    </>
  );
  return (
    <Dialog title="Restore to before this prompt" open onClose={close} foot={foot}>
      <blockquote className={styles.prompt}>{prompt}</blockquote>
      <Plan plan={plan} />
      <p className={styles.safe}>
        The present files are kept first, and nothing is removed from the session: Redo brings everything back until you send a prompt.
      </p>
    </Dialog>
  );
}

function Plan({ plan }: { readonly plan: Loaded<RewindPlan> }) {
  switch (plan.state) {
    case 'idle':
    case 'loading':
      return (
        <p className={styles.waiting} role="status">
          <Spinner />
          Comparing the files
        </p>
      );
    case 'failed':
      return <Note level="error" message={plan.problem.message} hint={plan.problem.hint} detail={plan.problem.detail} />;
    case 'ready':
      return <Files plan={plan.value} />;
  }
}

const WITHOUT_FILES = {
  missing: 'The files before this prompt were not kept, or are no longer. Only the chat can go back.',
  no_repository: 'This project is not in a git repository, so its files are not kept. Only the chat can go back.',
} as const;

const WORDS: Readonly<Record<PlannedChange['change'], string>> = { created: 'comes back', modified: 'changes', deleted: 'is deleted' };

function Files({ plan }: { readonly plan: RewindPlan }) {
  if (plan.files !== 'kept') return <Note level="info" message={WITHOUT_FILES[plan.files]} />;
  const { changes, left } = plan;
  return (
    <>
      <p>{changes.length > 0 ? `${plural(changes.length, 'file')} would change:` : SAME[left.length > 0 ? 'others' : 'all']}</p>
      {changes.length > 0 && (
        <ul className={styles.files} aria-label="Files that would change">
          {changes.map(({ path, change }) => (
            <li key={path}>
              <code>{path}</code>
              <span className={styles.change} data-change={change}>
                {WORDS[change]}
              </span>
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && <Left left={left} />}
    </>
  );
}

const SAME = { all: 'The files are as they were then.', others: 'All other files are as they were then.' } as const;

/** Repositories inside that stay as they are. */
function Left({ left }: { readonly left: readonly LeftFolder[] }) {
  return (
    <>
      <p>
        {left.length === 1
          ? 'A git repository inside the project stays as it is:'
          : `${left.length} git repositories inside the project stay as they are:`}
      </p>
      <ul className={styles.files} aria-label="Folders that stay as they are">
        {left.map(({ path, reason }) => (
          <li key={path}>
            <code>{`${path}/`}</code>
            <span className={styles.change}>{LEFT_WORDS[reason]}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
