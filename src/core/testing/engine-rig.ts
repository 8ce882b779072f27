import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Envelope, SessionEvent } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { createEngine, createNodePorts, type Engine, type OpenProjectOptions, type Ports, type Project } from '../engine.ts';
import { EventRecorder } from './event-recorder.ts';
import type { Script } from './model-script.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { createTempWorkspace, type Files, type TempWorkspace } from './temp-workspace.ts';

/** The whole engine on a temporary project and home, asking a scripted model server. */
export interface EngineRig {
  readonly workspace: TempWorkspace;
  readonly server: ModelServer;
  readonly engine: Engine;
  /** Every event of the opened projects, in order. */
  readonly events: EventRecorder<SessionEvent>;
  /** The same with the session each belongs to. */
  readonly envelopes: EventRecorder<Envelope>;
  /** The project, or another folder. */
  open(options?: OpenProjectOptions & { readonly path?: string }): Promise<Project>;
  /** Closes the engine and starts another one on the same home. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface EngineRigOptions {
  readonly script?: Script;
  readonly files?: Files;
  readonly git?: boolean;
  /** The whole config file; by default one provider at the scripted server, and its model. */
  readonly config?: (url: string) => string;
  /** What the engine is built from, in place of the system's own. */
  readonly ports?: Partial<Pick<Ports, 'clock' | 'fetch'>>;
}

export function serverConfig(url: string): string {
  return `providers:
  local: { type: openai_compat, base_url: "${url}" }
models:
  definitions:
    scripted: { provider: local, id: scripted, retry: { enabled: false } }
  profiles: { default: { default_model: scripted } }
`;
}

export async function createEngineRig(options: EngineRigOptions = {}): Promise<EngineRig> {
  const workspace = await createTempWorkspace({ git: options.git ?? true, files: options.files ?? { 'readme.txt': 'hello\n' } });
  const server = await startModelServer(options.script ?? []);
  await mkdir(join(workspace.home, 'config'), { recursive: true });
  await writeFile(join(workspace.home, 'config', 'config.yaml'), (options.config ?? serverConfig)(server.url));
  const events = new EventRecorder<SessionEvent>();
  const envelopes = new EventRecorder<Envelope>();
  let engine = await startEngine(workspace, options.ports);
  return {
    workspace,
    server,
    events,
    envelopes,
    get engine() {
      return engine;
    },
    open: async ({ path = workspace.path, ...open } = {}) => {
      const project = value(await engine.openProject(path, open));
      project.listen((upward) => {
        if (upward.type !== 'events') return;
        for (const envelope of upward.events) {
          envelopes.record(envelope);
          events.record(envelope.event);
        }
      });
      return project;
    },
    restart: async () => {
      await engine.close();
      engine = await startEngine(workspace, options.ports);
    },
    close: async () => {
      await engine.close();
      await server.close();
      await workspace.remove();
      await rm(workspace.home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function startEngine(workspace: TempWorkspace, given: EngineRigOptions['ports']): Promise<Engine> {
  const { PATH } = process.env;
  const vars = { PATH, HOME: workspace.home, STEINER_HOME: workspace.home, LANG: 'C.UTF-8' };
  const ports = await createNodePorts({ vars });
  return createEngine({ ...ports, ...given });
}

/** The value of a result that a test expects to be good. */
export function value<T>(result: Result<T, Problem>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message} ${result.error.hint}`);
  return result.value;
}

/** Sends a prompt and waits for its turn to end. */
export async function runPrompt(rig: EngineRig, project: Project, session: SessionId, text: string): Promise<TurnEnd> {
  const before = rig.events.items.filter((event) => event.type === 'turn.end').length;
  value(await project.command({ type: 'prompt', session, text, delivery: 'now' }));
  const end = () => rig.events.items.filter((event) => event.type === 'turn.end')[before];
  await rig.events.waitFor(() => end() !== undefined);
  return end() as TurnEnd;
}

type TurnEnd = Extract<SessionEvent, { type: 'turn.end' }>;
