import type { ModelChoice } from '../../shared/ipc.ts';
import type { State } from '../store/state.ts';
import { activeModel, useApp } from './app-context.ts';

/**
 * A model as a person chose it, whatever names it: an alias, or the provider and id that an answer carries. The choice on screen wins where several
 * stand for the same model; what is not in the list keeps its name.
 */
export function useModelName(model: string | undefined): { readonly name: string | undefined; readonly full: string | undefined } {
  const choice = useApp((state) => (model === undefined ? undefined : findChoice(state, model)));
  return { name: choice?.ref ?? model, full: choice === undefined ? model : fullName(choice) };
}

/** The choice that a name stands for. */
function findChoice(state: State, model: string): ModelChoice | undefined {
  if (state.models.state !== 'ready') return undefined;
  const active = activeModel(state);
  const same = state.models.value.filter((choice) => choice.ref === model || fullName(choice) === model);
  return same.find((choice) => choice.ref === model) ?? same.find((choice) => choice.ref === active) ?? same[0];
}

export function fullName({ provider, id }: Pick<ModelChoice, 'provider' | 'id'>): string {
  return `${provider}/${id}`;
}
