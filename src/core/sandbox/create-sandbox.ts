import { join } from 'node:path';
import type { PathsConfig, SandboxConfig } from '../config/schema.ts';
import type { Environment, Processes, StatePaths } from '../lib/ports.ts';
import { createBubblewrapSandbox } from './bubblewrap-sandbox.ts';
import { probeSandbox } from './doctor.ts';
import { filterEnvironment } from './environment.ts';
import { createNoSandbox } from './none.ts';
import type { Sandbox } from './sandbox.ts';
import { makeSessionFolders, removeTree } from './session-folders.ts';

export interface SandboxOptions {
  /** Real path of the project; its `.steiner` holds the sessions' tmp and the private cache. */
  readonly project: string;
  readonly config: SandboxConfig;
  readonly paths: Pick<PathsConfig, 'writable_paths'>;
  readonly environment: Environment;
  readonly state: StatePaths;
  readonly processes: Processes;
}

/** The sandbox of a project. The probe is started and not waited for: `decide` and `ready` do that. */
export function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { project, config, environment, processes } = options;
  const fallback = join(options.state.state, 'sandbox');
  const makeFolders = (session: string) => makeSessionFolders(project, fallback, session);
  if (!config.enabled) {
    const env = filterEnvironment(environment.vars, config);
    const makeTmp = async (session: string) => (await makeFolders(session)).tmp;
    return Promise.resolve(createNoSandbox({ env, makeTmp, removeTmp: removeTree }));
  }
  const probe = probeSandbox({ environment, processes, project });
  const policy = { config, writablePaths: options.paths.writable_paths, environment, own: options.state };
  return Promise.resolve(createBubblewrapSandbox({ probe, policy, project, makeFolders }));
}
