import { promptTooLong } from '../../shared/prompt-limit.ts';
import type { Core } from './core.ts';
import { editDraft, saveDraft } from './drafts.ts';
import { NEW_SESSION } from './state.ts';

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

/** Puts the text in the box aside; from an empty box it takes back the one that was put aside last. */
async function toggleStash(core: Core): Promise<void> {
  const { current, drafts } = core.get();
  const text = drafts[current ?? NEW_SESSION] ?? '';
  if (text.trim() === '') return unstash(core);
  const problem = promptTooLong(text);
  if (problem) return core.report(problem);
  const answer = await core.ask('prompts.stash', { text });
  if (answer === undefined) return;
  core.update(({ prompts }) => ({ prompts: { ...prompts, stashed: answer.stashed } }));
  await write(core, '');
}

async function unstash(core: Core): Promise<void> {
  const answer = await core.ask('prompts.unstash', {});
  if (answer === undefined) return;
  core.update(({ prompts }) => ({ prompts: { ...prompts, stashed: answer.stashed } }));
  if (answer.text !== null) await write(core, answer.text);
}

async function recallPrompt(core: Core, text: string): Promise<void> {
  await write(core, text);
  core.update(() => ({ focus: { target: 'composer' } }));
}

async function write(core: Core, text: string): Promise<void> {
  const { current } = core.get();
  editDraft(core, current, text);
  if (current !== null) await saveDraft(core, current);
}
