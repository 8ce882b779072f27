import { z } from 'zod';
import { approvalIdSchema, callIdSchema, sessionIdSchema } from './ids.ts';

/** `loop` is about a call that keeps failing, `network` about a host. */
const approvalKindSchema = z.enum(['path', 'command', 'network', 'loop']);

const approvalAccessSchema = z.enum(['read', 'write', 'run', 'connect']);

/** Longest pattern of a rule, in characters. */
const patternSchema = z.string().min(1).max(4_096);

/** A question only a person can answer. The call that raised it waits; nothing it asks for has happened yet. */
export const approvalSchema = z.object({
  id: approvalIdSchema,
  callId: callIdSchema,
  kind: approvalKindSchema,
  tool: z.string(),
  /** What would be touched: an absolute path, the command line, or a host. */
  subject: z.string(),
  access: approvalAccessSchema,
  /** Why this one was asked, in a sentence. */
  reason: z.string(),
  /** What allowing it would do, a few lines at most. */
  preview: z.string(),
  /** How to allow it for good. */
  permanent: z.string(),
  /** The pattern of a project rule to start from; absent where no rule can be made. */
  suggestion: z.string().optional(),
  /** Patterns of the rules that were looked at and do not cover it. */
  considered: z.array(z.string()).optional(),
});
export type Approval = z.infer<typeof approvalSchema>;

/**
 * `allow_session` covers the same subject (and what lies below a folder) until the session closes.
 * `allow_project` keeps a rule: what fits the pattern is allowed in every session and worktree of the project until the rule is removed.
 */
export const approvalDecisionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('allow_once') }),
  z.object({ type: z.literal('allow_session') }),
  z.object({ type: z.literal('allow_project'), pattern: patternSchema }),
  z.object({ type: z.literal('deny'), reason: z.string().max(2_000).optional() }),
]);
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>;

/** Who answered: a person, a rule a person made, the rules of an unattended run, the end of the turn, a restart, or nobody in time. */
export const approvalSourceSchema = z.enum(['person', 'rule', 'unattended', 'stopped', 'restart', 'timeout']);
export type ApprovalSource = z.infer<typeof approvalSourceSchema>;

export const ruleKindSchema = z.enum(['path', 'command', 'network']);
export type RuleKind = z.infer<typeof ruleKindSchema>;

/**
 * What a rule says. Writing a path includes reading it.
 *
 * `path`: an absolute path with what lies below it; `*`, `?`, `[…]`, `{…}` and `**` are wildcards.
 * `command`: the words of the command; `*` stands for any text in a word, and as the last word for any further words. Fits single commands only,
 * never pipes, redirections or substitutions; those are only covered by their exact text.
 * `network`: a host, or `*.` and a domain for its subdomains.
 */
export const ruleDraftSchema = z.object({ kind: ruleKindSchema, access: approvalAccessSchema, pattern: patternSchema });
export type RuleDraft = z.infer<typeof ruleDraftSchema>;

export const approvalRuleSchema = ruleDraftSchema.extend({ id: z.string().min(1), created: z.string() });
export type ApprovalRule = z.infer<typeof approvalRuleSchema>;

/** One line of the audit log. `time` is milliseconds since the epoch; secrets in `subject` are blanked. */
export const auditEntrySchema = z.object({
  time: z.number(),
  project: z.string(),
  session: sessionIdSchema,
  /** Of a child: the session that started it, and its type. */
  parent: sessionIdSchema.optional(),
  agent: z.string().optional(),
  kind: approvalKindSchema,
  tool: z.string(),
  access: approvalAccessSchema,
  subject: z.string(),
  decision: z.enum(['allow_once', 'allow_session', 'allow_project', 'deny']),
  source: approvalSourceSchema,
  rule: z.string().optional(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** What a rule would have answered so far in this project. */
export interface RulePreview {
  /** Why it cannot be a rule, or does not cover the question at hand. */
  readonly problem?: string;
  /** Questions of that kind in the log. */
  readonly asked: number;
  readonly matched: number;
  /** Of those that match, how many were denied. */
  readonly denied: number;
  /** Different subjects that match, newest first. */
  readonly examples: readonly string[];
}
