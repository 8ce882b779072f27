import { activeModel, useApp, useView } from './app-context.ts';
import { findChoice } from './use-model-name.ts';

/** How full the model's context is. Unknown until a request reported its size and the model's window is known. */
export function useContextFill(): { readonly used?: number; readonly window?: number } {
  const last = useView((view) => view.lastUsage);
  const window = useApp((state) => {
    const active = activeModel(state);
    return active === undefined ? undefined : findChoice(state, active)?.contextWindow;
  });
  return { ...(last === undefined ? {} : { used: last.input + last.output }), ...(window === undefined ? {} : { window }) };
}
