import { Check, X } from 'lucide-react';
import type { ApprovalSource } from '../../../shared/approvals.ts';
import type { ItemApproval } from '../../../shared/fold-types.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './approval.module.css';
import { ApprovalCard } from './approval-card.tsx';

/** An open question as a card, an answered one as a line. */
export function ApprovalView({ asked }: { readonly asked: ItemApproval }) {
  const { approval, decision, source } = asked;
  if (decision === undefined) return source === undefined ? <ApprovalCard approval={approval} /> : null;
  const denied = decision.type === 'deny';
  return (
    <p className={styles.answered}>
      <Icon of={denied ? X : Check} size={0.875} />
      <span>{denied ? 'Denied' : decision.type === 'allow_once' ? 'Allowed once' : 'Allowed for this session'}</span>
      <code>{approval.subject}</code>
      {by(source)}
      {denied && decision.reason !== undefined ? <span>{`“${decision.reason}”`}</span> : null}
    </p>
  );
}

function by(source: ApprovalSource | undefined): string {
  switch (source) {
    case 'unattended':
      return 'by the rules of an unattended run';
    case 'stopped':
      return 'because the turn ended';
    case 'restart':
      return 'because the app restarted';
    case 'person':
    case undefined:
      return '';
  }
}
