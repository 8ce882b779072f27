import type { RuleDraft, RulePreview } from '../../shared/approvals.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import type { Core } from './core.ts';
import type { Loaded } from './state.ts';

/** Reads the rules of the project and what was decided in it. */
export async function loadApprovals(core: Core): Promise<void> {
  core.update(() => ({ rules: { state: 'loading' }, decisions: { state: 'loading' } }));
  const [rules, decisions] = await Promise.all([core.client.request('approvals.rules', {}), core.client.request('approvals.log', {})]);
  core.update(() => ({ rules: loaded(rules), decisions: loaded(decisions) }));
}

function loaded<T>(answer: Result<T, Problem>): Loaded<T> {
  return answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', problem: answer.error };
}

/** From then on what the rule covered is asked about again. */
export async function removeRule(core: Core, id: string): Promise<void> {
  if ((await core.ask('approvals.remove', { id })) !== undefined) await loadApprovals(core);
}

/** What a rule would have answered so far; undefined when the host cannot say. */
export async function previewRule(core: Core, draft: RuleDraft, subject: string): Promise<RulePreview | undefined> {
  const answer = await core.client.request('approvals.preview', { ...draft, subject });
  return answer.ok ? answer.value : undefined;
}
