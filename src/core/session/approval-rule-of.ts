import type { Approval, ApprovalRule, RuleDraft } from '../../shared/approvals.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { badRule, uncovered } from '../approvals/approvals.ts';
import { ruleFault, spelledOut } from '../approvals/rule-fault.ts';
import { hostOf, literalPath } from '../approvals/rule-match.ts';

type Question = Pick<Approval, 'kind' | 'access' | 'subject'>;

/** The rule a person wants made of a question. It must be one, and cover that question. */
export function ruleOf({ kind, access, subject }: Question, pattern: string, home: string): Result<RuleDraft, Problem> {
  if (kind === 'loop') return err(badRule('No rule can be made of this question.'));
  const draft = spelledOut({ kind, access, pattern }, home);
  const fault = ruleFault(draft, home) ?? uncovered(draft, subject);
  return fault === undefined ? ok(draft) : err(badRule(fault));
}

/** What "for this session" means: the same subject, and what lies below a folder. Kept in memory only. */
export function sessionRule({ kind, access, subject }: Question): ApprovalRule | undefined {
  if (kind === 'loop') return undefined;
  const pattern = kind === 'path' ? literalPath(subject) : kind === 'network' ? hostOf(subject) : subject;
  return { id: 'session', kind, access, pattern, created: '' };
}
