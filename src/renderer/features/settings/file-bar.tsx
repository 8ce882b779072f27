import type { SettingFault } from '../../../shared/settings-report.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/problem-note.tsx';
import { Segments } from '../../ui/segments.tsx';
import { type Shown, shownOf } from './model.ts';
import styles from './settings.module.css';

const SCOPES = [
  { value: 'user', title: 'Yours' },
  { value: 'project', title: 'This project' },
] as const;

/** Which file is shown and changed, and everything about it that a person must know before changing it. */
export function FileBar() {
  const { setSettingsScope, openSettingsFile } = useCommands();
  const settings = useApp((state) => state.settings);
  const shown = shownOf(settings);
  const hasProject = settings.report.state === 'ready' && settings.report.value.project !== undefined;
  if (!shown) return <Unread />;
  const { path, exists } = shown.file;
  return (
    <div className={styles.fileBar}>
      <div className={styles.file}>
        {hasProject ? <Segments label="Whose settings" value={settings.scope} options={SCOPES} onChange={setSettingsScope} /> : null}
        <code title={path}>{path}</code>
        {exists ? (
          <Button size="small" tone="plain" onClick={() => void openSettingsFile(settings.scope)}>
            Open file
          </Button>
        ) : (
          <span className={styles.about}>not there yet</span>
        )}
      </div>
      <Notes shown={shown} />
    </div>
  );
}

/** The same where something is wrong that no field shows, and nothing where the files are in order. */
export function FaultyFileBar() {
  const settings = useApp((state) => state.settings);
  const shown = shownOf(settings);
  const faulty = shown ? shown.file.unusable !== undefined || elsewhereOf(shown).length > 0 : settings.report.state === 'failed';
  return faulty ? <FileBar /> : null;
}

function Unread() {
  const { loadSettings } = useCommands();
  const report = useApp((state) => state.settings.report);
  if (report.state !== 'failed') {
    return (
      <div className={styles.fileBar}>
        <p className={styles.about}>Reading the settings</p>
      </div>
    );
  }
  const { message, hint, safe } = report.problem;
  const again = (
    <Button size="small" onClick={() => void loadSettings()}>
      Try again
    </Button>
  );
  return (
    <div className={styles.fileBar}>
      <Note level="error" message={message} hint={hint} safe={safe} actions={again} />
    </div>
  );
}

/** Those that are seen at no field. */
function elsewhereOf({ file, report }: Shown): readonly SettingFault[] {
  const keys = report.specs.map((spec) => spec.key);
  return file.faults.filter(({ key }) => key === '' || !hasRow(key, keys));
}

function Notes({ shown }: { readonly shown: Shown }) {
  const { openSettingsFile, openLayer } = useCommands();
  const overtaken = useApp((state) => state.settings.overtaken);
  const { unusable, applied, scope, path } = shown.file;
  const elsewhere = elsewhereOf(shown);
  const open = (
    <Button size="small" onClick={() => void openSettingsFile(scope)}>
      Open file
    </Button>
  );
  return (
    <>
      {unusable === undefined ? null : <Note level="error" alert message={placed(path, unusable)} hint={unusable.hint} actions={open} />}
      {unusable === undefined && elsewhere.length > 0 ? (
        <Note
          level="error"
          message="The file has a fault that no field here can show."
          detail={elsewhere.map(faultLine).join('\n')}
          actions={open}
        />
      ) : null}
      {applied ? null : (
        <Note
          level="warning"
          message="This project is not trusted, so nothing in its file counts."
          actions={
            <Button size="small" onClick={() => openLayer('trust')}>
              Look at it
            </Button>
          }
        />
      )}
      {overtaken ? (
        <Note
          level="warning"
          alert
          message="The file was changed by somebody else meanwhile, so your change was not written."
          hint="It is shown as it is now. Make the change again if you still want it."
        />
      ) : null}
    </>
  );
}

function placed(path: string, { message, line }: { readonly message: string; readonly line?: number }): string {
  return line === undefined || message.includes(path) ? message : `Line ${line}: ${message}`;
}

function faultLine({ key, line, message }: { readonly key: string; readonly line?: number; readonly message: string }): string {
  return [line === undefined ? '' : `line ${line}`, key, message].filter((part) => part !== '').join(': ');
}

function hasRow(key: string, specs: readonly string[]): boolean {
  return specs.some((spec) =>
    new RegExp(
      `^${spec
        .split('.')
        .map((step) => (step === '*' ? '("[^"]*"|[^.]+)' : step))
        .join('\\.')}$`,
    ).test(key),
  );
}
