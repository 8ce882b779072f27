import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Script } from '../../core/testing/model-script.ts';
import { type ModelServer, startModelServer } from '../../core/testing/model-server.ts';
import { createTempWorkspace, type Files, type TempWorkspace } from '../../core/testing/temp-workspace.ts';
import { main } from '../main.ts';
import { openRuntime } from '../runtime.ts';
import { createFakeTerminal, type FakeTerminal } from './fake-terminal.ts';

export interface ExecRun {
  readonly code: Promise<number>;
  readonly terminal: FakeTerminal;
}

/** `steiner exec` with the real engine over a scripted model, in a project. */
export interface ExecRig {
  readonly workspace: TempWorkspace;
  readonly server: ModelServer;
  /** With a person at the terminal, unless said otherwise. */
  start(args: readonly string[], options?: { readonly interactive?: boolean }): ExecRun;
  close(): Promise<void>;
}

export async function createExecRig(script: Script, files: Files = {}): Promise<ExecRig> {
  const workspace = await createTempWorkspace({ files });
  const server = await startModelServer(script);
  await mkdir(join(workspace.home, 'config'), { recursive: true });
  const config = [
    `providers: { script: { type: openai_compat, base_url: "${server.url}", api_key: none } }`,
    'models:',
    '  definitions: { scripted: { provider: script, id: scripted, retry: { enabled: false } } }',
    '  profiles: { default: { default_model: scripted } }',
  ];
  await writeFile(join(workspace.home, 'config', 'config.yaml'), config.join('\n'));
  const env = { PATH: process.env.PATH ?? '', HOME: workspace.home, STEINER_HOME: workspace.home, NO_COLOR: '1' };
  return {
    workspace,
    server,
    start: (args, { interactive = true } = {}) => {
      const terminal = createFakeTerminal({ interactive, cwd: workspace.path, env });
      return { code: main({ args: ['exec', ...args], terminal, installation: { root: workspace.path }, openRuntime }), terminal };
    },
    close: async () => {
      await server.close();
      await workspace.remove();
    },
  };
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
