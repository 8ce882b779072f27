import { known, wordsOf } from '../listing/known.ts';
import type { ListedModel } from '../listing/listed-model.ts';
import { objectsOf, type WireObject } from '../wire-json.ts';

/** Names that every version of the program knows its newest models by. They stand in for its list until it was asked. */
export const USUAL_MODELS: readonly string[] = ['haiku', 'opus', 'sonnet'];

/**
 * The models of the program's answer to `initialize`. The one it would take by itself is no choice of its own; of several names for one model the
 * first counts. Undefined when it says none.
 */
export function cliModels(initialized: WireObject): readonly ListedModel[] | undefined {
  const byModel = new Map<string, ListedModel>();
  for (const entry of objectsOf(initialized.models)) {
    const id = wordsOf(entry.value);
    if (id === undefined || id === 'default') continue;
    const resolved = wordsOf(entry.resolvedModel) ?? id;
    if (!byModel.has(resolved)) byModel.set(resolved, entryOf(id, resolved, entry));
  }
  return byModel.size === 0 ? undefined : [...byModel.values()];
}

function entryOf(id: string, resolved: string, { displayName, ...entry }: WireObject): ListedModel {
  return known({ id, name: wordsOf(displayName), resolved: resolved === id ? undefined : resolved, efforts: effortsOf(entry) });
}

/** Thinking can be turned off in any of them. */
function effortsOf({ supportsEffort, supportedEffortLevels: levels }: WireObject): readonly string[] | undefined {
  if (supportsEffort === false) return ['none'];
  const words = Array.isArray(levels) ? levels.flatMap((level) => wordsOf(level) ?? []) : [];
  return words.length === 0 ? undefined : ['none', ...words.filter((word) => word !== 'none')];
}
