import { ShieldQuestion } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Approval, ApprovalDecision } from '../../../shared/approvals.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { LOCAL_KEYS } from '../../store/shortcuts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import styles from './approval.module.css';
import { isTyping } from './typing.ts';

const QUESTIONS = { read: 'Allow reading this path?', write: 'Allow changing this path?', run: 'Allow running this command?' } as const;

/** A question that the turn waits for: what, why, what allowing would do, and the three answers. */
export function ApprovalCard({ approval }: { readonly approval: Approval }) {
  const answer = useAnswer(approval);
  const card = useRef<HTMLElement>(null);
  const reason = useRef<HTMLInputElement>(null);
  useFocusOnDemand(card, approval.id);
  useAnswerKeys(approval.id, (key) => (key === 'n' ? reason.current?.focus() : answer(key === 'y' ? 'allow_once' : 'allow_session')));
  return (
    <article ref={card} className={styles.card} aria-label="Approval" tabIndex={-1} data-approval={approval.id}>
      <p className={styles.question}>
        <Icon of={ShieldQuestion} />
        {QUESTIONS[approval.access]}
        <Badge>{approval.tool}</Badge>
      </p>
      <ScrollBox className={styles.subject}>
        <pre>{approval.subject}</pre>
      </ScrollBox>
      <p className={styles.reason}>{approval.reason}</p>
      <Preview approval={approval} />
      <Answers answer={answer} field={reason} />
      <p className={styles.permanent}>{approval.permanent}</p>
    </article>
  );
}

function Preview({ approval }: { readonly approval: Approval }) {
  const preview = approval.preview.trim();
  if (preview === '' || preview === approval.subject) return null;
  return (
    <ScrollBox className={styles.preview}>
      <pre>{approval.preview}</pre>
    </ScrollBox>
  );
}

type Answer = (type: ApprovalDecision['type'], reason?: string) => void;

function Answers({ answer, field }: { readonly answer: Answer; readonly field: React.RefObject<HTMLInputElement | null> }) {
  const [reason, setReason] = useState('');
  const deny = () => answer('deny', reason);
  return (
    <>
      <div className={styles.answers}>
        <Button tone="primary" onClick={() => answer('allow_once')}>
          Allow once
          <Kbd keys={LOCAL_KEYS.allowOnce} inherit />
        </Button>
        <Button onClick={() => answer('allow_session')}>
          Allow for session
          <Kbd keys={LOCAL_KEYS.allowSession} />
        </Button>
        <Button onClick={deny}>
          Deny
          <Kbd keys={LOCAL_KEYS.deny} />
        </Button>
      </div>
      <input
        ref={field}
        className={styles.why}
        type="text"
        value={reason}
        maxLength={2_000}
        aria-label="Reason for denying, told to the model"
        placeholder="To deny with a reason for the model, write it here and press Enter"
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => (event.key === 'Enter' ? deny() : undefined)}
      />
    </>
  );
}

function useAnswer(approval: Approval): Answer {
  const { answerApproval, setFocus } = useCommands();
  const session = useApp((state) => state.current);
  return (type, reason) => {
    if (session === null) return;
    const decision: ApprovalDecision =
      type === 'deny' && reason !== undefined && reason.trim() !== '' ? { type, reason: reason.trim() } : { type };
    setFocus({ target: 'composer' });
    void answerApproval(session, approval.id, decision);
  };
}

/** Takes the focus when the person jumped here. */
function useFocusOnDemand(card: React.RefObject<HTMLElement | null>, id: string): void {
  const asked = useApp((state) => state.focus?.target === 'approval' && state.focus.approval === id);
  useEffect(() => {
    if (asked) card.current?.focus();
  }, [asked, card]);
}

/** The first question of the session answers to its keys wherever the person is not writing. */
function useAnswerKeys(id: string, onKey: (key: string) => void): void {
  const first = useApp((state) => (state.current === null ? undefined : state.open[state.current]?.view.waiting[0]?.id) === id);
  const handler = useRef(onKey);
  handler.current = onKey;
  useEffect(() => {
    if (!first) return;
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.defaultPrevented;
      if (!plain || !'yan'.includes(key) || key.length !== 1 || isTyping(event.target)) return;
      event.preventDefault();
      handler.current(key);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [first]);
}
