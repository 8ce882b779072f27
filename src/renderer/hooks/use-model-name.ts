import type { ModelChoice } from '../../shared/ipc.ts';
import { splitRef } from '../../shared/model-ref.ts';
import type { State } from '../store/state.ts';
import { activeModel, useApp } from './app-context.ts';

/**
 * A model as a person chose it, whatever names it: an alias, or the provider and id that an answer carries. The choice on screen wins where several
 * stand for the same model; what is not in the list keeps its name.
 */
export function useModelName(model: string | undefined): ModelName {
  const choice = useApp((state) => (model === undefined ? undefined : findChoice(state, model)));
  const { base, effort } = splitRef(model ?? '');
  if (model === undefined || choice?.ref === model || effort === undefined) {
    return { name: choice?.ref ?? model, full: choice === undefined ? model : fullName(choice), effort: choice?.effort };
  }
  return { name: choice?.ref ?? base, full: `${choice === undefined ? base : fullName(choice)}, effort ${effort}`, effort };
}

export interface ModelName {
  readonly name: string | undefined;
  readonly full: string | undefined;
  readonly effort: string | undefined;
}

/** The choice that a name stands for. */
function findChoice(state: State, model: string): ModelChoice | undefined {
  if (state.models.state !== 'ready') return undefined;
  const active = activeModel(state);
  const { base } = splitRef(model);
  const same = state.models.value.filter((choice) => [model, base].includes(choice.ref) || [model, base].includes(fullName(choice)));
  return (
    same.find((choice) => choice.ref === model) ??
    same.find((choice) => choice.ref === base) ??
    same.find((choice) => choice.ref === active) ??
    same[0]
  );
}

export function fullName({ provider, id }: Pick<ModelChoice, 'provider' | 'id'>): string {
  return `${provider}/${id}`;
}
