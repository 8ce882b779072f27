import type { Spoken } from '../../shared/attachments.ts';
import type { TurnId } from '../../shared/ids.ts';
import type { Core } from './core.ts';
import { draftOf, putDraft, saveDraft } from './drafts.ts';
import { closeLayer, openLayer } from './layers.ts';

/** Going back to before a turn of the session on screen. */
export function rewindCommands(core: Core) {
  return {
    startRewind: (turn: TurnId, said: Spoken) => startRewind(core, turn, said),
    rewind: (what: RewindParts) => rewind(core, what),
    redoRewind: () => redoRewind(core),
  };
}

export interface RewindParts {
  readonly files: boolean;
  readonly chat: boolean;
}

async function startRewind(core: Core, turn: TurnId, { text: prompt, attachments }: Spoken): Promise<void> {
  const session = core.get().current;
  if (session === null) return;
  core.update(() => ({ rewinding: { session, turn, prompt, attachments, plan: { state: 'loading' } } }));
  openLayer(core, 'rewind');
  const answer = await core.client.request('rewind.plan', { session, turn });
  const { rewinding } = core.get();
  if (rewinding?.turn !== turn) return;
  const plan = answer.ok ? ({ state: 'ready', value: answer.value } as const) : ({ state: 'failed', problem: answer.error } as const);
  core.update(() => ({ rewinding: { ...rewinding, plan } }));
}

/** The prompt of the turn goes back into an empty box, to be put another way. */
async function rewind(core: Core, what: RewindParts): Promise<void> {
  const { rewinding } = core.get();
  if (rewinding === null) return;
  const { session, turn, prompt, attachments } = rewinding;
  const done = await core.ask('rewind.go', { session, turn, ...what });
  if (done === undefined) return;
  closeLayer(core, 'rewind');
  core.update(() => ({ rewinding: null, focus: { target: 'composer' } }));
  const draft = draftOf(core.get(), session);
  if (!what.chat || draft.text.trim() !== '' || draft.attachments.length > 0) return;
  putDraft(core, session, { text: prompt, attachments });
  await saveDraft(core, session);
}

async function redoRewind(core: Core): Promise<void> {
  const session = core.get().current;
  if (session !== null) await core.ask('rewind.redo', { session });
}
