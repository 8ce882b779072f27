import type { ApprovalRule, AuditEntry, RuleDraft, RulePreview } from '../../shared/approvals.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, type Result } from '../../shared/result.ts';
import type { AuditLog } from './audit-log.ts';
import { ruleFault, spelledOut } from './rule-fault.ts';
import type { RuleFile } from './rule-file.ts';
import { covers } from './rule-match.ts';

const EXAMPLES = 5;

/** The rules of one project and what was decided in it. */
export interface Approvals {
  rules(): Promise<Result<readonly ApprovalRule[], Problem>>;
  /** The problem is `bad_request` for a draft that cannot be a rule. */
  add(draft: RuleDraft): Promise<Result<ApprovalRule, Problem>>;
  remove(id: string): Promise<Result<null, Problem>>;
  /** What the draft would have answered so far. With a `subject`, also whether it covers that one. */
  preview(draft: RuleDraft, subject?: string): Promise<RulePreview>;
  /** Newest first. */
  log(): Promise<readonly AuditEntry[]>;
  record(entry: Omit<AuditEntry, 'project'>): void;
}

export interface ApprovalsOptions {
  /** See `projectKey`. */
  readonly project: string;
  readonly home: string;
  readonly file: RuleFile;
  readonly audit: AuditLog;
}

export function createApprovals({ project, home, file, audit }: ApprovalsOptions): Approvals {
  return {
    rules: () => file.list(project),
    add: async (written) => {
      const draft = spelledOut(written, home);
      const fault = ruleFault(draft, home);
      return fault === undefined ? file.add(project, draft) : err(badRule(fault));
    },
    remove: (id) => file.remove(project, id),
    preview: async (written, subject) => previewOf(spelledOut(written, home), { home, subject, log: await audit.read(project) }),
    log: () => audit.read(project),
    record: (entry) => void audit.append({ ...entry, project }),
  };
}

interface PreviewInput {
  readonly home: string;
  readonly subject: string | undefined;
  readonly log: readonly AuditEntry[];
}

function previewOf(draft: RuleDraft, { home, subject, log }: PreviewInput): RulePreview {
  const asked = log.filter((entry) => entry.kind === draft.kind);
  const problem = ruleFault(draft, home) ?? uncovered(draft, subject);
  const matched = ruleFault(draft, home) === undefined ? asked.filter((entry) => covers(draft, entry)) : [];
  return {
    asked: asked.length,
    matched: matched.length,
    denied: matched.filter((entry) => entry.decision === 'deny' && entry.source === 'person').length,
    examples: [...new Set(matched.map((entry) => entry.subject))].slice(0, EXAMPLES),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Why the draft would leave the question at hand open. */
export function uncovered(draft: RuleDraft, subject: string | undefined): string | undefined {
  if (subject === undefined || covers(draft, { ...draft, subject })) return undefined;
  return 'This would not cover what is asked right now.';
}

export function badRule(fault: string): Problem {
  return { code: 'bad_request', message: fault, hint: 'Change the pattern, or allow it once.', safe: 'No rule was made.' };
}
