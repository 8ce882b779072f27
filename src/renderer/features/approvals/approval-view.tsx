import { Check, X } from 'lucide-react';
import type { ApprovalDecision, ApprovalSource } from '../../../shared/approvals.ts';
import type { AskingChild, ItemApproval } from '../../../shared/fold-types.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './approval.module.css';
import { ApprovalCard } from './approval-card.tsx';
import { shownSubject } from './shown-subject.ts';

/** An open question as a card, an answered one as a line. */
export function ApprovalView({ asked, child }: { readonly asked: ItemApproval; readonly child?: AskingChild | undefined }) {
  const { approval, decision, source, rule } = asked;
  if (decision === undefined) return source === undefined ? <ApprovalCard approval={approval} until={asked.until} child={child} /> : null;
  const denied = decision.type === 'deny';
  return (
    <p className={styles.answered}>
      <Icon of={denied ? X : Check} size={0.875} />
      <span>{source === 'rule' ? 'Allowed' : WORDS[decision.type]}</span>
      <code>{shownSubject(approval)}</code>
      {rule === undefined ? <By source={source} /> : <RuleName rule={rule} made={source === 'person'} />}
      {denied && decision.reason !== undefined ? <span>{`“${decision.reason}”`}</span> : null}
    </p>
  );
}

const WORDS: Readonly<Record<ApprovalDecision['type'], string>> = {
  allow_once: 'Allowed once',
  allow_session: 'Allowed for this session',
  allow_project: 'Allowed for this project',
  deny: 'Denied',
};

/** The rule that answered, or that the answer made. */
function RuleName({ rule, made }: { readonly rule: NonNullable<ItemApproval['rule']>; readonly made: boolean }) {
  if (rule.id === 'session') return <span>as earlier in this session</span>;
  return (
    <span>
      {made ? 'with the rule ' : 'by the rule '}
      <code>{rule.pattern}</code>
    </span>
  );
}

function By({ source }: { readonly source: ApprovalSource | undefined }) {
  const words = wordsBy(source);
  return words === '' ? null : <span>{words}</span>;
}

function wordsBy(source: ApprovalSource | undefined): string {
  switch (source) {
    case 'unattended':
      return 'by the rules of an unattended run';
    case 'stopped':
      return 'because what it was about ended';
    case 'restart':
      return 'because the app restarted';
    case 'timeout':
      return 'because nobody answered in time';
    case 'rule':
    case 'person':
    case undefined:
      return '';
  }
}
