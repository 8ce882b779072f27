import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Script } from '../../core/testing/model-script.ts';
import { type ModelServer, startModelServer } from '../../core/testing/model-server.ts';
import { createTempWorkspace, type Files, type TempWorkspace } from '../../core/testing/temp-workspace.ts';
import { main } from '../main.ts';
import { openRuntime } from '../runtime.ts';
import { createFakeTerminal, type FakeTerminal } from './fake-terminal.ts';

export interface CliRun {
  readonly code: Promise<number>;
  readonly terminal: FakeTerminal;
}

interface HomeOptions {
  readonly files?: Files;
  /** Further keys of the model's definition, as YAML in one line. */
  readonly model?: string;
}

/** A project, and a home whose configuration knows one model, which is scripted. Each call of the program is a process of its own, as far as the engine goes. */
export interface ScriptedHome {
  readonly workspace: TempWorkspace;
  readonly server: ModelServer;
  start(args: readonly string[], options?: { readonly interactive?: boolean }): CliRun;
  /** Without anybody at the terminal. */
  run(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
  close(): Promise<void>;
}

export async function createScriptedHome(script: Script, { files = {}, model }: HomeOptions = {}): Promise<ScriptedHome> {
  const workspace = await createTempWorkspace({ files });
  const server = await startModelServer(script);
  await mkdir(join(workspace.home, 'config'), { recursive: true });
  const config = [
    `providers: { script: { type: openai_compat, base_url: "${server.url}", api_key: none } }`,
    'models:',
    `  definitions: { scripted: { provider: script, id: scripted${model === undefined ? '' : `, ${model}`} } }`,
    '  profiles: { default: { default_model: scripted } }',
  ];
  await writeFile(join(workspace.home, 'config', 'config.yaml'), config.join('\n'));
  const env = { PATH: process.env.PATH ?? '', HOME: workspace.home, STEINER_HOME: workspace.home, NO_COLOR: '1' };
  const start: ScriptedHome['start'] = (args, options = {}) => {
    const terminal = createFakeTerminal({ ...options, cwd: workspace.path, env });
    return { code: main({ args, terminal, installation: { root: workspace.path }, openRuntime }), terminal };
  };
  return {
    ...{ workspace, server, start },
    run: async (...args) => {
      const { code, terminal } = start(args);
      return { code: await code, out: terminal.out(), err: terminal.err() };
    },
    close: async () => {
      await server.close();
      await workspace.remove();
    },
  };
}
