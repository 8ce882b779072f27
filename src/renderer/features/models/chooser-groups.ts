import type { ModelChoice } from '../../../shared/ipc.ts';

export interface ChooserGroup {
  /** Its heading. */
  readonly value: string;
  readonly items: readonly ModelChoice[];
  /** Why none of them can be asked, where that is one reason: it is said once. */
  readonly unavailable?: string;
}

/** How many rows are drawn; a search narrows what is left. */
const MOST_ROWS = 200;
const FIRST = ['Favourites', 'Most chosen', 'Named in the configuration'];

/**
 * Each model once: favourites, then what was chosen most, then names of the configuration, then all others by name; the built-in script comes last. Every word
 * of the query must be in the name. `hidden` counts the matches that are not drawn.
 */
export function chooserGroups(
  models: readonly ModelChoice[],
  query: string,
): { readonly groups: readonly ChooserGroup[]; readonly hidden: number } {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = models.filter(({ ref, provider, id }) => words.every((word) => `${ref} ${provider}/${id}`.toLowerCase().includes(word)));
  const groups = new Map<string, ModelChoice[]>(FIRST.map((name) => [name, []]));
  for (const model of matches.toSorted(byChoice)) {
    const name = groupOf(model);
    groups.set(name, [...(groups.get(name) ?? []), model]);
  }
  let room = MOST_ROWS;
  const drawn = [...groups].flatMap(([value, items]) => {
    const shown = items.slice(0, room);
    room -= shown.length;
    return shown.length === 0 ? [] : [{ value, items: shown, ...sharedReason(shown) }];
  });
  return { groups: drawn, hidden: Math.max(0, matches.length - MOST_ROWS) };
}

function groupOf(model: ModelChoice): string {
  if (model.favourite) return 'Favourites';
  if (model.uses) return 'Most chosen';
  return isNamed(model) ? 'Named in the configuration' : model.provider;
}

function isNamed({ alias = false, default: isDefault }: ModelChoice): boolean {
  return alias || isDefault;
}

/** By how often a person switched to it, then what the configuration names, then by name. */
function byChoice(a: ModelChoice, b: ModelChoice): number {
  return (
    (b.uses ?? 0) - (a.uses ?? 0) ||
    Number(isNamed(b)) - Number(isNamed(a)) ||
    Number(a.scripted) - Number(b.scripted) ||
    a.ref.localeCompare(b.ref, 'en')
  );
}

function sharedReason([first, ...rest]: readonly ModelChoice[]): Pick<ChooserGroup, 'unavailable'> {
  const reason = first?.unavailable;
  return reason !== undefined && rest.every(({ unavailable }) => unavailable === reason) ? { unavailable: reason } : {};
}
