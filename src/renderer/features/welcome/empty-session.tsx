import { useApp, useCommands, useScripted } from '../../hooks/app-context.ts';
import { keysOf } from '../../store/shortcuts.ts';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './welcome.module.css';

const SUGGESTIONS = [
  'Explain how this project is put together, with the files to read first.',
  'Run the tests and fix what fails.',
  'Find dead code and list it with the reason for each.',
  'Review my uncommitted changes for bugs.',
] as const;

/** A session before its first prompt. */
export function EmptySession() {
  const { recallPrompt } = useCommands();
  const project = useApp((state) => state.project?.name ?? '');
  const scripted = useScripted();
  const suggestions = scripted ? SUGGESTIONS.slice(1, 2) : SUGGESTIONS;
  return (
    <div className={styles.emptyPage}>
      <div className={styles.emptySession}>
        <h2>{`What should be done in ${project}?`}</h2>
        {scripted ? (
          <p className={styles.aside}>
            This is a scripted demo, not a model. It reads, fixes and tests the sample through the real tools and sandbox.
          </p>
        ) : null}
        <ul className={styles.suggestions}>
          {suggestions.map((text) => (
            <li key={text}>
              <button type="button" className={styles.suggestion} onClick={() => void recallPrompt(text)}>
                {text}
              </button>
            </li>
          ))}
        </ul>
        <p className={styles.keyHints}>
          <span>
            <Kbd keys={keysOf('palette')} /> palette
          </span>
          <span>
            <Kbd keys={keysOf('toggle-sidebar')} /> sidebar
          </span>
          <span>
            <Kbd keys={keysOf('toggle-inspector')} /> inspector
          </span>
        </p>
      </div>
    </div>
  );
}
