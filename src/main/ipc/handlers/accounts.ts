import { ok } from '../../../shared/result.ts';
import type { HandlerNeeds, Handlers } from '../handlers.ts';

type AccountHandlers = Pick<Handlers, 'keys.list' | 'keys.set' | 'keys.delete'>;

export function accountHandlers({ engine }: HandlerNeeds): AccountHandlers {
  return {
    'keys.list': async () => ok(await engine.keys.list()),
    'keys.set': ({ name, key }) => engine.keys.set(name, key),
    'keys.delete': async ({ name }) => {
      const deleted = await engine.keys.delete(name);
      return deleted.ok ? ok(null) : deleted;
    },
  };
}
