import { isTree } from './layer.ts';

export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Maps are merged key by key, so everything that is not a map, or is an empty one, was decided in one place. */
export function leaves(value: unknown, path: readonly string[]): Leaf[] {
  if (value === undefined) return [];
  const below = isTree(value) ? Object.entries(value) : [];
  return below.length === 0 ? [{ path, value }] : below.flatMap(([key, inner]) => leaves(inner, [...path, key]));
}
