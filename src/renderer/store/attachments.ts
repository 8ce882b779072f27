import {
  type Attachment,
  type GivenAttachment,
  lineCount,
  MAX_ATTACHMENTS,
  MAX_PASTE,
  MAX_PICTURES,
  picturesOf,
} from '../../shared/attachments.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Core } from './core.ts';
import { draftOf, editAttached, editDraft, saveDraft } from './drafts.ts';
import { closeLayer, openLayer } from './layers.ts';
import { fitPicture, toBase64 } from './picture-file.ts';

/** What stands beside the prompt, and what is looked at large. */
export function attachmentCommands(core: Core) {
  return {
    attachFiles: (files: readonly File[]) => attachFiles(core, files),
    attachText: (text: string) => attachTexts(core, core.get().current, [{ kind: 'text', name: PASTED, text }]),
    detach: (index: number) => detach(core, index),
    inlineText: (index: number) => inlineText(core, index),
    findFiles: (query: string) => findFiles(core, query),
    view: (attachments: readonly Attachment[], index: number) => view(core, attachments, index),
    stepView: (step: 1 | -1) => stepView(core, step),
    closeView: () => closeLayer(core, 'viewer'),
  };
}

const PASTED = 'Pasted text';
const LONG_LINES = 30;
const LONG_CHARACTERS = 4_000;

/** Whether a pasted text is put beside the prompt instead of into it. */
export function isLong(text: string): boolean {
  return text.length > LONG_CHARACTERS || lineCount(text) > LONG_LINES;
}

/** Pictures and text files, by their content. What cannot be attached is told, and the others are. They stand in the session where that was begun, whichever is on screen by then. */
async function attachFiles(core: Core, files: readonly File[]): Promise<void> {
  const { current: session } = core.get();
  for (const file of files) {
    const fitted = await fitPicture(file);
    if (fitted === undefined) await attachTextFile(core, session, file);
    else {
      const picture = await core.ask('attachments.addPicture', { name: file.name || 'picture', data: await toBase64(fitted) });
      if (picture !== undefined) await put(core, session, [picture]);
    }
  }
}

async function attachTextFile(core: Core, session: SessionId | null, file: File): Promise<void> {
  const text = file.size > MAX_PASTE ? undefined : decode(new Uint8Array(await file.arrayBuffer()));
  if (text === undefined) return core.report(unfit(file.name));
  await attachTexts(core, session, [{ kind: 'text', name: file.name, text }]);
}

/** Undefined for what is no text. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text === '' || text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

async function attachTexts(
  core: Core,
  session: SessionId | null,
  texts: readonly Extract<GivenAttachment, { kind: 'text' }>[],
): Promise<void> {
  const tooLong = texts.find(({ text }) => text.length > MAX_PASTE);
  if (tooLong) return core.report(unfit(tooLong.name));
  await put(core, session, texts);
}

async function put(core: Core, session: SessionId | null, added: readonly GivenAttachment[]): Promise<void> {
  const attachments = [...draftOf(core.get(), session).attachments, ...added];
  if (attachments.length > MAX_ATTACHMENTS || picturesOf(attachments).length > MAX_PICTURES) return core.report(TOO_MANY);
  editAttached(core, session, attachments);
  core.update(({ current }) => (current === session ? { focus: { target: 'composer' } } : {}));
  await saveDraft(core, session);
}

async function detach(core: Core, index: number): Promise<void> {
  const { current } = core.get();
  editAttached(core, current, draftOf(core.get(), current).attachments.toSpliced(index, 1));
  await saveDraft(core, current);
}

/** Puts a pasted text into the prompt after all, at its end. */
async function inlineText(core: Core, index: number): Promise<void> {
  const { current } = core.get();
  const { text, attachments } = draftOf(core.get(), current);
  const chosen = attachments[index];
  if (chosen?.kind !== 'text') return;
  editDraft(core, current, text === '' ? chosen.text : `${text}\n${chosen.text}`);
  core.update(() => ({ focus: { target: 'composer' } }));
  await detach(core, index);
}

async function findFiles(core: Core, query: string): Promise<readonly string[]> {
  const answer = await core.client.request('files.find', { query });
  return answer.ok ? answer.value.paths : [];
}

function view(core: Core, attachments: readonly Attachment[], index: number): void {
  core.update(() => ({ viewing: { attachments, index } }));
  openLayer(core, 'viewer');
}

/** Round and round. */
function stepView(core: Core, step: 1 | -1): void {
  core.update(({ viewing }) => {
    if (viewing === null) return {};
    const { length } = viewing.attachments;
    return { viewing: { ...viewing, index: (viewing.index + step + length) % length } };
  });
}

function unfit(name: string): Problem {
  return {
    code: 'attachment_refused',
    message: `${name} cannot be attached: it is no PNG, JPEG, WebP or GIF, and no text of at most ${MAX_PASTE.toLocaleString('en')} characters.`,
    hint: 'Save it in the project and name it in the prompt with @, so that the model can read it.',
    safe: 'The prompt is as it was.',
  };
}

const TOO_MANY: Problem = {
  code: 'attachment_refused',
  message: `A prompt takes ${MAX_PICTURES} pictures and ${MAX_ATTACHMENTS} attachments.`,
  hint: 'Send them in several prompts.',
  safe: 'What was attached before is still there.',
};
