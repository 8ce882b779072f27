import { ok } from '../../shared/result.ts';
import type { Ports } from '../lib/ports.ts';
import { type ContextSources, readStaticContext } from '../prompt/static-context.ts';
import type { Guidance, SessionDeps } from '../session/session.ts';
import type { Applied } from './applied-settings.ts';

/** What sets the contexts of a project's sessions apart. */
export interface ContextFor extends Pick<ContextSources, 'now' | 'child'> {
  readonly guidance?: Guidance;
}

/** What every request of a session starts with, as the settings are now. */
export async function sessionContext(
  { path, ports }: { readonly path: string; readonly ports: Pick<Ports, 'paths'> },
  { sandbox, config }: Applied,
  { guidance, ...whose }: ContextFor,
): ReturnType<SessionDeps['context']> {
  const context = await readStaticContext({
    ...whose,
    config: ports.paths.config,
    project: path,
    sandbox: await sandbox.ready(),
    style: config.cave_human ? 'terse' : 'plain',
    settings: config.project_context,
  });
  return context.ok ? ok({ ...context.value, terse: config.cave_human, ...(guidance ? { guidance } : {}) }) : context;
}
