import type { ApprovalRule, AuditEntry, RuleDraft } from '../../shared/approvals.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';

/** What a session knows of its project's approvals: `Approvals` without what only a person does. */
export interface ApprovalBook {
  /** The home folder, for patterns. */
  readonly home: string;
  /** Rules that cannot be read are a problem, and then everything is asked. */
  rules(): Promise<Result<readonly ApprovalRule[], Problem>>;
  add(draft: RuleDraft): Promise<Result<ApprovalRule, Problem>>;
  record(entry: Omit<AuditEntry, 'project'>): void;
}
