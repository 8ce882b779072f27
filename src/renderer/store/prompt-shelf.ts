import type { SessionId } from '../../shared/ids.ts';
import { promptTooLong } from '../../shared/prompt-limit.ts';
import type { Core } from './core.ts';
import { draftOf, editDraft, putDraft, saveDraft } from './drafts.ts';
import { keysOf } from './shortcuts.ts';

/** What was written before in this project, and what was put aside. */
export function promptShelfCommands(core: Core) {
  return { toggleStash: () => toggleStash(core), recallPrompt: (text: string) => recallPrompt(core, text) };
}

export async function loadPrompts(core: Core): Promise<void> {
  const prompts = await core.ask('prompts.list', {});
  if (prompts !== undefined) core.update(() => ({ prompts }));
}

export function rememberPrompt(core: Core, text: string): void {
  if (text.trim() === '') return;
  core.update(({ prompts }) => ({ prompts: { ...prompts, history: [text, ...prompts.history.filter((other) => other !== text)] } }));
}

const ASIDE = `The prompt is put aside. ${keysOf('stash')} in an empty box takes it back.`;

/** Puts what stands in the box and beside it aside; from an empty box it takes back what was put aside last. */
async function toggleStash(core: Core): Promise<void> {
  const state = core.get();
  const { text, attachments } = draftOf(state, state.current);
  if (text.trim() === '' && attachments.length === 0) return unstash(core, state.current);
  const problem = promptTooLong(text);
  if (problem) return core.report(problem);
  const answer = await core.ask('prompts.stash', { text, attachments: [...attachments] });
  if (answer === undefined) return;
  core.update(({ prompts, library }) => ({
    prompts: { ...prompts, stashed: answer.stashed },
    library: { ...library, toast: { message: ASIDE } },
  }));
  putDraft(core, state.current, { text: '', attachments: [] });
  await saveDraft(core, state.current);
}

/** The host makes it the draft on disk before it takes it from those that were put aside. */
async function unstash(core: Core, session: SessionId | null): Promise<void> {
  const answer = await core.ask('prompts.unstash', { session });
  if (answer === undefined) return;
  core.update(({ prompts }) => ({ prompts: { ...prompts, stashed: answer.stashed } }));
  if (answer.spoken !== null) putDraft(core, session, answer.spoken);
}

async function recallPrompt(core: Core, text: string): Promise<void> {
  const { current } = core.get();
  editDraft(core, current, text);
  await saveDraft(core, current);
  core.update(() => ({ focus: { target: 'composer' } }));
}
