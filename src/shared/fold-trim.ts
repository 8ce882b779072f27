import type { SessionView } from './fold-types.ts';

/**
 * The session without its first items, which are kept elsewhere; what is folded onto it gives the same items as before. It cannot be rewound or redone any
 * more: whoever holds it takes it anew then.
 */
export function trimmed(view: SessionView, count: number): SessionView {
  const first = view.first + count;
  return {
    ...view,
    first,
    items: view.items.slice(count),
    starts: view.starts.filter(({ item }) => item >= first),
    rewinds: view.rewinds.map((step) => ({ ...step, items: [] })),
  };
}
