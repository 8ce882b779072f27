import type { Script } from '../../core/testing/model-script.ts';
import type { ModelServer } from '../../core/testing/model-server.ts';
import type { Files } from '../../core/testing/temp-workspace.ts';
import { type CliRun, createScriptedHome, type ScriptedHome } from './scripted-home.ts';

export type ExecRun = CliRun;

/** `steiner exec` with the real engine over a scripted model, in a project. */
export interface ExecRig extends Pick<ScriptedHome, 'workspace' | 'server' | 'close'> {
  /** With a person at the terminal, unless said otherwise. */
  start(args: readonly string[], options?: { readonly interactive?: boolean }): ExecRun;
}

export async function createExecRig(script: Script, files: Files = {}): Promise<ExecRig> {
  const home = await createScriptedHome(script, { files, model: 'retry: { enabled: false }' });
  return { ...home, start: (args, { interactive = true } = {}) => home.start(['exec', ...args], { interactive }) };
}

/** A file that is asked about before it is read. */
export const OUTSIDE = '/etc/hosts';
export const readOutside: Script = [{ calls: [{ name: 'read', arguments: { path: OUTSIDE } }] }, { text: 'Done.' }];

/** Whether a question was put. */
export const asked = ({ text }: { readonly text: string }): boolean => text.includes('anything else denies');

/** What the newest message of a request says. */
export function toldAt(server: ModelServer, request: number): string {
  return String(server.requests[request]?.body.messages.at(-1)?.content);
}
