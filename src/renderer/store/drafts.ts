import type { GivenAttachment, Spoken } from '../../shared/attachments.ts';
import type { SessionId } from '../../shared/ids.ts';
import { promptTooLong } from '../../shared/prompt-limit.ts';
import type { Core } from './core.ts';
import { NEW_SESSION, type State } from './state.ts';

/** With null that of the empty page. */
export async function loadDraft(core: Core, session: SessionId | null): Promise<void> {
  const answer = await core.client.request('draft.get', { session });
  if (!answer.ok) return;
  const { text, attachments } = answer.value;
  const key = session ?? NEW_SESSION;
  core.update((state) => {
    if (state.drafts[key] !== undefined || state.attached[key] !== undefined) return {};
    return { drafts: { ...state.drafts, [key]: text }, attached: { ...state.attached, [key]: attachments } };
  });
}

/** What was not sent yet, in the session or on the empty page. */
export function draftOf({ drafts, attached }: State, session: SessionId | null): Spoken {
  const key = session ?? NEW_SESSION;
  return { text: drafts[key] ?? '', attachments: attached[key] ?? NONE };
}

const NONE: readonly GivenAttachment[] = [];

/** Keeps what is being typed. `saveDraft` writes it where a restart finds it. */
export function editDraft(core: Core, session: SessionId | null, text: string): void {
  core.update((state) => ({ drafts: { ...state.drafts, [session ?? NEW_SESSION]: text } }));
}

/** The same of what stands beside the text. */
export function editAttached(core: Core, session: SessionId | null, attachments: readonly GivenAttachment[]): void {
  core.update((state) => ({ attached: { ...state.attached, [session ?? NEW_SESSION]: attachments } }));
}

export function putDraft(core: Core, session: SessionId | null, { text, attachments }: Spoken): void {
  editDraft(core, session, text);
  editAttached(core, session, attachments);
}

/** What is too long to be sent stays in the window only. */
export async function saveDraft(core: Core, session: SessionId | null): Promise<void> {
  const { text, attachments } = draftOf(core.get(), session);
  if (promptTooLong(text) === undefined) await core.ask('draft.set', { session, text, attachments: [...attachments] });
}
