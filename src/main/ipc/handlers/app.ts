import { ok } from '../../../shared/result.ts';
import type { HandlerNeeds, Handlers } from '../handlers.ts';

type AppHandlers = Pick<
  Handlers,
  'app.info' | 'app.appearance.get' | 'app.appearance.set' | 'app.show' | 'app.openExternal' | 'doctor.run'
>;

export function appHandlers({ info, appearance, windows, openOutside, engine }: HandlerNeeds): AppHandlers {
  return {
    'app.info': async () => ok(info),
    'app.appearance.get': async () => ok(appearance.get()),
    'app.appearance.set': async (change) => {
      const next = appearance.set(given(change));
      windows.broadcast({ type: 'appearance', appearance: next });
      return ok(next);
    },
    'app.show': async (_, window) => {
      window.focus();
      return ok(null);
    },
    'app.openExternal': ({ url }) => openOutside(url),
    'doctor.run': async () => ok(await engine.doctor()),
  };
}

/** Only what was set; a key that is there without a value changes nothing. */
function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
