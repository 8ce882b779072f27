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
const RECENT = 5;

/**
 * Each model once: favourites, the last ones chosen, names of the configuration, then provider by provider; within a group what was chosen most
 * comes first. Every word of the query must be in the name. `hidden` counts the matches that are not drawn.
 */
export function chooserGroups(
  models: readonly ModelChoice[],
  query: string,
): { readonly groups: readonly ChooserGroup[]; readonly hidden: number } {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = models.filter(({ ref, provider, id }) => words.every((word) => `${ref} ${provider}/${id}`.toLowerCase().includes(word)));
  const recent = new Set(latest(matches.filter(({ favourite }) => !favourite)));
  const groups = new Map<string, ModelChoice[]>();
  for (const name of ['Favourites', 'Recent', 'Named in the configuration']) groups.set(name, []);
  for (const model of matches) {
    const name = groupOf(model, recent);
    groups.set(name, [...(groups.get(name) ?? []), model]);
  }
  let room = MOST_ROWS;
  const drawn = [...groups].flatMap(([value, items]) => {
    const shown = (value === 'Recent' ? latest(items) : items.toSorted(mostUsedFirst)).slice(0, room);
    room -= shown.length;
    return shown.length === 0 ? [] : [{ value, items: shown, ...sharedReason(shown) }];
  });
  return { groups: drawn, hidden: Math.max(0, matches.length - MOST_ROWS) };
}

function groupOf(model: ModelChoice, recent: ReadonlySet<ModelChoice>): string {
  if (model.favourite) return 'Favourites';
  if (recent.has(model)) return 'Recent';
  return model.alias || model.default ? 'Named in the configuration' : model.provider;
}

function sharedReason([first, ...rest]: readonly ModelChoice[]): Pick<ChooserGroup, 'unavailable'> {
  const reason = first?.unavailable;
  return reason !== undefined && rest.every(({ unavailable }) => unavailable === reason) ? { unavailable: reason } : {};
}

function latest(models: readonly ModelChoice[]): readonly ModelChoice[] {
  const used = models.filter(({ usedAt }) => usedAt !== undefined);
  return used.toSorted((a, b) => (b.usedAt ?? 0) - (a.usedAt ?? 0)).slice(0, RECENT);
}

function mostUsedFirst(a: ModelChoice, b: ModelChoice): number {
  return (b.uses ?? 0) - (a.uses ?? 0) || Number(b.default) - Number(a.default);
}
