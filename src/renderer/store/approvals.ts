import type { RuleDraft, RulePreview } from '../../shared/approvals.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import type { Core } from './core.ts';
import type { AnswerDraft } from './kept-page.ts';
import type { Loaded } from './state.ts';

/** Of answers that are being written, the newest that are kept: a question may end without one. */
const DRAFTS = 50;

/** Keeps what is being written as the answer to a question, over a switch of the session and a reload. With undefined it is forgotten. */
export function draftAnswer(core: Core, question: string, change: AnswerDraft | undefined): void {
  core.update(({ answers }) => {
    const { [question]: before, ...others } = answers;
    if (change === undefined) return before === undefined ? {} : { answers: others };
    return { answers: Object.fromEntries([...Object.entries(others).slice(1 - DRAFTS), [question, { ...before, ...change }]]) };
  });
}

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
