import { expect, test } from 'vitest';
import { resolveStatePaths } from './state-paths.ts';

function paths(vars: Record<string, string>) {
  return resolveStatePaths({ vars, home: '/home/p', platform: 'linux' });
}

test.each([
  ['nothing set', {}, ['/home/p/.config/steiner', '/home/p/.local/state/steiner', '/home/p/.cache/steiner']],
  ['XDG folders', { XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/c' }, ['/home/p/.config/steiner', '/s/steiner', '/c/steiner']],
  [
    'relative or empty XDG folders are ignored',
    { XDG_STATE_HOME: 's', XDG_CACHE_HOME: '' },
    ['/home/p/.config/steiner', '/home/p/.local/state/steiner', '/home/p/.cache/steiner'],
  ],
  ['STEINER_HOME moves all', { STEINER_HOME: '/h', XDG_STATE_HOME: '/s' }, ['/h/config', '/h/state', '/h/cache']],
])('%s', (_name, vars, [config, state, cache]) => {
  expect(paths(vars)).toEqual({ config, state, cache });
});
