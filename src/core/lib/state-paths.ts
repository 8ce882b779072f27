import { isAbsolute, join, resolve } from 'node:path';
import type { Environment, StatePaths } from './ports.ts';

/**
 * Where the user-level folders lie. `STEINER_HOME` moves all of them; a relative value counts from the working folder.
 * An XDG variable that is not absolute is ignored, as the XDG rules ask.
 */
export function resolveStatePaths(environment: Environment): StatePaths {
  const moved = environment.vars.STEINER_HOME;
  if (moved) {
    const root = resolve(moved);
    return { config: join(root, 'config'), state: join(root, 'state'), cache: join(root, 'cache') };
  }
  return {
    config: join(environment.home, '.config', 'steiner'),
    state: join(xdgFolder(environment, 'XDG_STATE_HOME', join('.local', 'state')), 'steiner'),
    cache: join(xdgFolder(environment, 'XDG_CACHE_HOME', '.cache'), 'steiner'),
  };
}

function xdgFolder(environment: Environment, variable: string, fallback: string): string {
  const value = environment.vars[variable];
  return value !== undefined && isAbsolute(value) ? value : join(environment.home, fallback);
}
