import { useEffect } from 'react';
import type { ApprovalRule, AuditEntry } from '../../../shared/approvals.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { calendarDay, dateTime } from '../../ui/format.ts';
import { Note } from '../../ui/problem-note.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import own from './approvals.module.css';
import styles from './settings.module.css';

/** Decisions shown; copying takes all that were read. */
const SHOWN = 50;

/** What is allowed for good in the project on screen, with a way to end it, and what was decided so far. */
export function Rules() {
  const { loadApprovals } = useCommands();
  const hasProject = useApp((state) => state.project !== null);
  useEffect(() => {
    if (hasProject) void loadApprovals();
  }, [hasProject, loadApprovals]);
  if (!hasProject) return null;
  return (
    <section aria-label="Approvals">
      <div className={styles.sectionHead}>
        <h3>Allowed in this project</h3>
      </div>
      <RuleList />
      <Decisions />
    </section>
  );
}

function RuleList() {
  const { removeRule } = useCommands();
  const rules = useApp((state) => state.rules);
  if (rules.state === 'failed')
    return <Note level="error" message={rules.problem.message} hint={rules.problem.hint} safe={rules.problem.safe} />;
  if (rules.state !== 'ready') return <p className={styles.about}>Reading the rules</p>;
  if (rules.value.length === 0)
    return <p className={styles.about}>Nothing is allowed for good. A rule is made where a question is answered.</p>;
  return (
    <ul className={own.rules}>
      {rules.value.map((rule) => (
        <li key={rule.id}>
          <span>{verbOf(rule)}</span>
          <code>{rule.pattern}</code>
          <span className={styles.about}>{`since ${calendarDay(Date.parse(rule.created))}`}</span>
          <Button size="small" aria-label={`Remove the rule ${rule.pattern}`} onClick={() => void removeRule(rule.id)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

function verbOf({ kind, access }: ApprovalRule): string {
  if (kind === 'command') return 'Run';
  if (kind === 'network') return 'Connect to';
  return access === 'write' ? 'Change' : 'Read';
}

function Decisions() {
  const decisions = useApp((state) => state.decisions);
  if (decisions.state !== 'ready' || decisions.value.length === 0) return null;
  const text = () => decisions.value.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  return (
    <details className={own.log}>
      <summary>{`Decisions so far (${decisions.value.length})`}</summary>
      <Button size="small" onClick={() => void navigator.clipboard.writeText(text())}>
        Copy as JSON lines
      </Button>
      <ScrollBox className={own.decisions}>
        <table>
          <tbody>
            {decisions.value.slice(0, SHOWN).map((entry) => (
              <tr key={`${entry.time} ${entry.subject}`}>
                <td>{dateTime(entry.time)}</td>
                <td>{wordOf(entry)}</td>
                <td>
                  <code>{entry.subject}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}

const DECIDED = {
  allow_once: 'allowed once',
  allow_session: 'allowed for the session',
  allow_project: 'allowed for good',
  deny: 'denied',
} as const;
const BY = {
  person: '',
  rule: 'by a rule',
  unattended: 'nobody there',
  stopped: 'turn ended',
  restart: 'app restarted',
  timeout: 'no answer',
} as const;

function wordOf({ decision, source, agent }: AuditEntry): string {
  const words = source === 'rule' ? 'allowed by a rule' : [DECIDED[decision], BY[source]].filter((word) => word !== '').join(', ');
  return agent === undefined ? words : `child (${agent}): ${words}`;
}
