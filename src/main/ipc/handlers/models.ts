import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../handlers.ts';
import { inProject } from '../in-project.ts';

type ModelHandlers = Pick<Handlers, 'models.list' | 'models.listings' | 'models.refresh' | 'models.favourite'>;

export function modelHandlers(): ModelHandlers {
  return {
    'models.list': (_input, window) =>
      inProject(window, async ({ models }) => {
        void models.refreshStale();
        return ok(await models.list());
      }),
    'models.listings': (_input, window) => inProject(window, async ({ models }) => ok(await models.listings())),
    'models.refresh': (options, window) => inProject(window, ({ models }) => models.refresh(options)),
    'models.favourite': ({ favourite, ...model }, window) => inProject(window, ({ models }) => models.setFavourite(model, favourite)),
  };
}
