import { activeModel, useApp, useView } from './app-context.ts';

/** How full the model's context is. Unknown until a request reported its size and the model's window is known. */
export function useContextFill(): { readonly used?: number; readonly window?: number } {
  const last = useView((view) => view.lastUsage);
  const window = useApp((state) => {
    const active = activeModel(state);
    if (state.models.state !== 'ready') return undefined;
    return state.models.value.find((model) => model.ref === active || `${model.provider}/${model.id}` === active)?.contextWindow;
  });
  return { ...(last === undefined ? {} : { used: last.input + last.output }), ...(window === undefined ? {} : { window }) };
}
