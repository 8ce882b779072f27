import { ShieldQuestion } from 'lucide-react';
import { useRef } from 'react';
import type { Approval, ApprovalDecision } from '../../../shared/approvals.ts';
import type { AskingChild } from '../../../shared/fold-types.ts';
import { type SessionId, sessionIdSchema } from '../../../shared/ids.ts';
import { visibleLines } from '../../../shared/visible-text.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Answers } from './answers.tsx';
import styles from './approval.module.css';
import { RuleEditor } from './rule-editor.tsx';
import { shownSubject } from './shown-subject.ts';
import { TimeLeft } from './time-left.tsx';
import { useAnswerKeys, useFocusOnDemand } from './use-answer-keys.ts';
import { useLookedAt } from './use-looked-at.ts';
import { Why } from './why.tsx';

const QUESTIONS = {
  read: 'Allow reading this path?',
  write: 'Allow changing this path?',
  run: 'Allow running this command?',
  connect: 'Allow connecting to this host?',
} as const;

interface ApprovalCardProps {
  readonly approval: Approval;
  readonly until?: number | undefined;
  /** Who asks, when it is not the session on screen. */
  readonly child?: AskingChild | undefined;
}

/** A question that a turn waits for: what, why, what allowing would do, and the answers. */
export function ApprovalCard({ approval, until, child }: ApprovalCardProps) {
  const session = useAskingSession(child);
  const answer = useAnswer(session, approval);
  const { draftAnswer } = useCommands();
  const draft = useApp((state) => state.answers[approval.id]);
  const makeRule = () => draftAnswer(approval.id, { rule: draft?.rule ?? approval.suggestion ?? '' });
  const card = useRef<HTMLElement>(null);
  const reason = useRef<HTMLInputElement>(null);
  useFocusOnDemand(card, approval.id);
  useLookedAt(card, useLook(session, approval));
  useAnswerKeys(approval.id, {
    y: () => answer({ type: 'allow_once' }),
    a: () => answer({ type: 'allow_session' }),
    ...(approval.suggestion === undefined ? {} : { p: makeRule }),
    n: () => reason.current?.focus(),
  });
  return (
    <article ref={card} className={styles.card} aria-label="Approval" tabIndex={-1} data-approval={approval.id}>
      {child === undefined ? null : <Asker child={child} />}
      <p className={styles.question}>
        <Icon of={ShieldQuestion} />
        {approval.kind === 'loop' ? 'Let this call go on?' : QUESTIONS[approval.access]}
        <Badge>{approval.tool}</Badge>
      </p>
      <ScrollBox className={styles.subject}>
        <pre>{shownSubject(approval)}</pre>
      </ScrollBox>
      <p className={styles.reason}>{approval.reason}</p>
      <Preview approval={approval} />
      {draft?.rule !== undefined ? (
        <RuleEditor
          approval={approval}
          pattern={draft.rule}
          onChange={(rule) => draftAnswer(approval.id, { rule })}
          onKeep={(pattern) => answer({ type: 'allow_project', pattern })}
          onCancel={() => draftAnswer(approval.id, { rule: undefined })}
        />
      ) : (
        <Answers
          approval={approval}
          answer={answer}
          field={reason}
          reason={draft?.reason ?? ''}
          onReason={(text) => draftAnswer(approval.id, { reason: text })}
          onRule={makeRule}
        />
      )}
      {until === undefined ? null : <TimeLeft until={until} />}
      <Why approval={approval} />
    </article>
  );
}

function Preview({ approval }: { readonly approval: Approval }) {
  const preview = approval.preview.trim();
  const { subject, tool } = approval;
  if (preview === '' || preview === subject || preview === `${tool} ${subject}`) return null;
  return (
    <ScrollBox className={styles.preview}>
      <pre>{visibleLines(approval.preview)}</pre>
    </ScrollBox>
  );
}

/** Which child asks. Its task opens its transcript. */
function Asker({ child: { child, agent, task } }: { readonly child: AskingChild }) {
  const { openChild } = useCommands();
  return (
    <p className={styles.asker}>
      <span>{`Child, ${agent}:`}</span>
      <button type="button" title={task} onClick={() => void openChild(child)}>
        {task}
      </button>
    </p>
  );
}

/** Where the question waits. */
function useAskingSession(child: AskingChild | undefined): SessionId | null {
  const current = useApp((state) => state.current);
  return child === undefined ? current : sessionIdSchema.parse(child.child);
}

function useLook(session: SessionId | null, approval: Approval): () => void {
  const { lookAtApproval } = useCommands();
  return () => {
    if (session !== null) void lookAtApproval(session, approval.id);
  };
}

function useAnswer(session: SessionId | null, approval: Approval): (decision: ApprovalDecision) => void {
  const { answerApproval, setFocus } = useCommands();
  return (decision) => {
    if (session === null) return;
    setFocus({ target: 'composer' });
    void answerApproval(session, approval.id, decision);
  };
}
