import type { GivenAttachment, PictureAttachment } from '../../shared/attachments.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Project } from '../engine.ts';
import { createEngineRig, type EngineRig, type EngineRigOptions, value } from './engine-rig.ts';
import { png } from './pictures.ts';

/** A picture of six by four pixels, and how Chat Completions is sent it. */
export const BYTES = png(6, 4);
export const DATA_URL = `data:image/png;base64,${BYTES.toString('base64')}`;

/** An engine with one project and a session in it. */
export interface Talk {
  readonly rig: EngineRig;
  readonly project: Project;
  readonly session: SessionId;
}

export async function startTalk(options: EngineRigOptions = {}): Promise<Talk> {
  const rig = await createEngineRig({ script: () => ({ text: 'Seen.' }), git: false, ...options });
  const project = await rig.open();
  const created = value(await project.createSession({}));
  return { rig, project, session: created.summary.id };
}

/** Sends a prompt and waits for the end of its turn. */
export async function say({ rig, project, session }: Talk, text: string, ...attachments: readonly GivenAttachment[]): Promise<void> {
  const before = turnEnds(rig);
  value(await project.command({ type: 'prompt', session, text, attachments: [...attachments], delivery: 'now' }));
  await rig.events.waitFor(() => turnEnds(rig) > before);
}

export function turnEnds(rig: EngineRig): number {
  return rig.events.items.filter(({ type }) => type === 'turn.end').length;
}

export async function keepShot(project: Project): Promise<PictureAttachment> {
  return value(await project.attachments.addPicture('shot.png', BYTES));
}

/** What the last request holds of what the person said, message by message. */
export function saidToModel(rig: EngineRig): readonly unknown[] {
  const messages = rig.server.requests.at(-1)?.body.messages ?? [];
  return messages
    .filter(({ role, content }) => role === 'user' && JSON.stringify(content).includes('Mode: build'))
    .map(({ content }) => content);
}
