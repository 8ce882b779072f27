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
}

/** Every word typed has to stand somewhere in the entry. */
export function matchesAction(action: PaletteAction, query: string): boolean {
  const text = `${action.title} ${action.detail ?? ''} ${action.words ?? ''}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
