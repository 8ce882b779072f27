import type { Approval } from '../../../shared/approvals.ts';
import styles from './approval.module.css';

/** Which rules were looked at, and how not to be asked again. */
export function Why({ approval }: { readonly approval: Approval }) {
  const { considered = [], permanent, kind } = approval;
  return (
    <details className={styles.because}>
      <summary>Why was I asked?</summary>
      {kind === 'loop' ? null : (
        <p>{considered.length === 0 ? NO_RULE : 'These rules of the project were looked at and do not cover it:'}</p>
      )}
      {considered.length === 0 ? null : (
        <ul>
          {considered.map((pattern) => (
            <li key={pattern}>
              <code>{pattern}</code>
            </li>
          ))}
        </ul>
      )}
      <p>
        {kind === 'loop' ? null : 'For good: '}
        <WithCode text={permanent} />
      </p>
    </details>
  );
}

/** What stands between backticks is a name of the configuration. */
function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>));
}

const NO_RULE = 'No rule of this project is about this kind of question.';
