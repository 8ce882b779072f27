/** One thing the palette can do. `words` also find it, without being shown. */
export interface PaletteAction {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly keys?: string;
  readonly words?: string;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly value: string;
  readonly items: readonly PaletteAction[];
  /** There may be thousands: only the first that match are drawn. */
  readonly long?: true;
}

/** So many are drawn of a long group. */
export const MOST_DRAWN = 50;

/** What the words find, by group; a long one that is cut says so in its name. Groups without any are left out. */
export function foundIn(groups: readonly PaletteGroup[], query: string): readonly PaletteGroup[] {
  return groups.flatMap((group) => {
    const found = group.items.filter((action) => matchesAction(action, query));
    if (found.length === 0) return [];
    if (!group.long || found.length <= MOST_DRAWN) return [{ ...group, items: found }];
    return [
      { ...group, value: `${group.value}, ${MOST_DRAWN} of ${found.length.toLocaleString('en')}`, items: found.slice(0, MOST_DRAWN) },
    ];
  });
}

/** Every word typed has to stand somewhere in the entry. */
function matchesAction(action: PaletteAction, query: string): boolean {
  const text = `${action.title} ${action.detail ?? ''} ${action.words ?? ''}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
