import type { SessionId } from '../../shared/ids.ts';
import type { Core } from './core.ts';
import { NEW_SESSION } from './state.ts';

export async function loadDraft(core: Core, session: SessionId): Promise<void> {
  const answer = await core.client.request('draft.get', { session });
  if (!answer.ok) return;
  core.update((state) => (state.drafts[session] === undefined ? { drafts: { ...state.drafts, [session]: answer.value.text } } : {}));
}

/** Keeps what is being typed. `saveDraft` writes it where a restart finds it. */
export function editDraft(core: Core, session: SessionId | null, text: string): void {
  core.update((state) => ({ drafts: { ...state.drafts, [session ?? NEW_SESSION]: text } }));
}

export async function saveDraft(core: Core, session: SessionId): Promise<void> {
  await core.ask('draft.set', { session, text: core.get().drafts[session] ?? '' });
}
