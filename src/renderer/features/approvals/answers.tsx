import type { Approval, ApprovalDecision } from '../../../shared/approvals.ts';
import { LOCAL_KEYS } from '../../store/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './approval.module.css';

export interface AnswersProps {
  readonly approval: Approval;
  readonly answer: (decision: ApprovalDecision) => void;
  /** Where the reason of a denial is written. */
  readonly field: React.RefObject<HTMLInputElement | null>;
  readonly reason: string;
  readonly onReason: (text: string) => void;
  readonly onRule: () => void;
}

const WORDS = {
  network: { once: 'Allow for this command', session: 'Allow for session', deny: 'Deny', verb: 'deny' },
  ask: { once: 'Allow once', session: 'Allow for session', deny: 'Deny', verb: 'deny' },
  loop: { once: 'Let it go on', session: 'Always let it in this session', deny: 'Stop repeating it', verb: 'stop it' },
} as const;

/** The answers as buttons with their keys, and the reason of a denial. */
export function Answers({ approval, answer, field, reason, onReason, onRule }: AnswersProps) {
  const words = WORDS[approval.kind === 'loop' || approval.kind === 'network' ? approval.kind : 'ask'];
  const deny = () => answer(reason.trim() === '' ? { type: 'deny' } : { type: 'deny', reason: reason.trim() });
  return (
    <div className={styles.answers}>
      <Button tone="primary" onClick={() => answer({ type: 'allow_once' })}>
        {words.once}
        <Kbd keys={LOCAL_KEYS.allowOnce} inherit />
      </Button>
      <Button onClick={() => answer({ type: 'allow_session' })}>
        {words.session}
        <Kbd keys={LOCAL_KEYS.allowSession} />
      </Button>
      {approval.suggestion === undefined ? null : (
        <Button onClick={onRule}>
          Allow for this project…
          <Kbd keys={LOCAL_KEYS.allowProject} />
        </Button>
      )}
      <Button onClick={deny}>
        {words.deny}
        <Kbd keys={LOCAL_KEYS.deny} />
      </Button>
      <input
        ref={field}
        className={styles.why}
        type="text"
        value={reason}
        maxLength={2_000}
        aria-label="Reason for denying, told to the model"
        placeholder={`To ${words.verb} with a reason, write it and press Enter`}
        onChange={(event) => onReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          deny();
        }}
      />
    </div>
  );
}
