import type { ApprovalDecision } from '../../shared/approvals.ts';
import type { Spoken } from '../../shared/attachments.ts';
import type { Command } from '../../shared/commands.ts';
import type { Delivery } from '../../shared/events.ts';
import type { SessionView } from '../../shared/fold-types.ts';
import { type ApprovalId, type MessageId, type QueueItemId, type SessionId, turnIdSchema } from '../../shared/ids.ts';
import { promptTooLong } from '../../shared/prompt-limit.ts';
import { showPanel } from './appearance.ts';
import { draftAnswer } from './approvals.ts';
import { openOrchestration, stopChildren, stopsNext } from './children.ts';
import type { Core } from './core.ts';
import { draftOf, editDraft, putDraft, saveDraft } from './drafts.ts';
import { rememberPrompt } from './prompt-shelf.ts';
import { setInspectorTab } from './reading.ts';
import { createSession, typedMode } from './sessions.ts';
import { openSkills } from './skills.ts';
import { type SlashName, type TypedSlash, typedSlash } from './slash.ts';
import type { State } from './state.ts';

const EMPTY: Spoken = { text: '', attachments: [] };

export function inverse(delivery: Delivery): Delivery {
  return delivery === 'now' ? 'after' : 'now';
}

/**
 * Sends the draft of the session on screen, creating the session first on the empty page. While a turn runs it is queued;
 * `other` asks for the delivery that Enter does not give. A refused prompt goes back into the box.
 * What the empty page kept on disk goes last, once the prompt or the session's draft is there.
 */
export async function sendPrompt(core: Core, text: string, other: boolean): Promise<void> {
  const before = core.get();
  const { current, nextSkills } = before;
  const draft = { text, attachments: draftOf(before, current).attachments };
  if (text.trim() === '' && draft.attachments.length === 0) return;
  const slash = typedSlash(text);
  if (slash) return runSlash(core, slash, text);
  const steer = before.appearance.steer;
  const delivery = other ? inverse(steer) : steer;
  putDraft(core, current, EMPTY);
  const session = current ?? (await createSession(core));
  const along = {
    ...(draft.attachments.length === 0 ? {} : { attachments: [...draft.attachments] }),
    ...(current === null && nextSkills.length > 0 ? { skills: [...nextSkills] } : {}),
  };
  const taken = session !== undefined && (await send(core, { type: 'prompt', session, text, ...along, delivery }));
  if (taken) core.update(() => ({ nextSkills: [] }));
  if (taken) rememberPrompt(core, text);
  if (taken && !waits(before, delivery)) lookAtEnd(core, session);
  else putDraft(core, session ?? null, draft);
  await saveDraft(core, session ?? null);
  if (current === null && session !== undefined) await saveDraft(core, null);
}

/** A message for after the turn stands above the prompt until then, so whoever reads further up can stay there. */
function waits({ current, open }: State, delivery: Delivery): boolean {
  return delivery === 'after' && current !== null && open[current]?.view.turn !== undefined;
}

/** What a person sets going is seen, wherever they were reading. */
function lookAtEnd(core: Core, session: SessionId): void {
  core.update(({ current }) => (current === session ? { focus: { target: 'end' } } : {}));
}

/** What was refused goes back into the box. */
async function runSlash(core: Core, { name, argument }: TypedSlash, text: string): Promise<void> {
  const { current } = core.get();
  editDraft(core, current, '');
  const taken = await SLASH[name](core, argument);
  if (!taken) editDraft(core, current, text);
  await saveDraft(core, current);
}

const SLASH: Readonly<Record<SlashName, (core: Core, argument: string) => Promise<boolean>>> = {
  compact: compactSession,
  context: async (core) => {
    setInspectorTab(core, 'context');
    await showPanel(core, 'inspector');
    return true;
  },
  mode: typedMode,
  orchestration: openOrchestration,
  skills: async (core) => {
    await openSkills(core);
    return true;
  },
};

/** The turn first; once that is stopped, the children too. */
export async function stopTurn(core: Core): Promise<void> {
  if (stopsNext(core.get()) === 'children') return stopChildren(core);
  const session = core.get().current;
  if (session === null) return;
  const turn = newestTurn(core.get().open[session]?.view);
  await send(core, { type: 'stop', session, ...(turn === undefined ? {} : { turn: turnIdSchema.parse(turn) }) });
}

/** The one a person sees: a stop that comes late means no other. After a rewind the newest is hidden. */
function newestTurn(view: SessionView | undefined): string | undefined {
  if (view?.turn) return view.turn.id;
  return view?.rewinds.length === 0 ? view.starts.at(-1)?.turn : undefined;
}

export async function continueTurn(core: Core): Promise<void> {
  const session = core.get().current;
  if (session !== null && (await send(core, { type: 'continue', session }))) lookAtEnd(core, session);
}

/** After a usage limit: the session no longer goes on by itself. */
export async function stayStopped(core: Core): Promise<void> {
  const session = core.get().current;
  if (session !== null) await send(core, { type: 'pause.cancel', session });
}

/** While a turn runs it waits for the end. */
export async function compactSession(core: Core, focus: string): Promise<boolean> {
  const session = core.get().current;
  if (session === null) {
    core.report({ code: 'bad_request', message: 'There is no conversation to compact yet.', hint: 'Send a prompt first.' });
    return false;
  }
  const taken = await send(core, { type: 'session.compact', session, ...(focus === '' ? {} : { focus }) });
  if (taken) lookAtEnd(core, session);
  return taken;
}

export async function undoCompaction(core: Core, generation: number): Promise<void> {
  const session = core.get().current;
  if (session !== null) await send(core, { type: 'compaction.undo', session, generation });
}

export async function pinMessage(core: Core, message: MessageId, pinned: boolean): Promise<void> {
  const session = core.get().current;
  if (session !== null) await send(core, { type: 'message.pin', session, message, pinned });
}

export async function answerApproval(core: Core, session: SessionId, approval: ApprovalId, decision: ApprovalDecision): Promise<void> {
  if (await send(core, { type: 'approval.answer', session, approval, decision })) draftAnswer(core, approval, undefined);
}

/** The person has it before their eyes: its time begins anew. */
export async function lookAtApproval(core: Core, session: SessionId, approval: ApprovalId): Promise<void> {
  await send(core, { type: 'approval.look', session, approval });
}

/** True when it was taken. A command of the window is no message, and cannot wait for one. */
export async function editQueued(core: Core, session: SessionId, item: QueueItemId, text: string): Promise<boolean> {
  const slash = typedSlash(text);
  if (!slash) return send(core, { type: 'queue.edit', session, item, text });
  const message = `/${slash.name} is a command of the window, not a message for the model.`;
  core.report({ code: 'bad_request', message, hint: 'Type it in the prompt. The queued message is as it was.' });
  return false;
}

export async function removeQueued(core: Core, session: SessionId, item: QueueItemId): Promise<void> {
  await send(core, { type: 'queue.remove', session, item });
}

export async function moveQueued(core: Core, session: SessionId, item: QueueItemId, to: number): Promise<void> {
  await send(core, { type: 'queue.move', session, item, to });
}

async function send(core: Core, command: Command): Promise<boolean> {
  const problem = 'text' in command ? promptTooLong(command.text) : undefined;
  if (problem) {
    core.report(problem);
    return false;
  }
  return (await core.ask('session.command', { command })) !== undefined;
}
