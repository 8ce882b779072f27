import { isTree, type Layer, type Tree } from './layer.ts';

/** Later layers win: maps are merged key by key, everything else is replaced whole. */
export function mergeLayers(layers: readonly Layer[]): Layer {
  const tree = layers.reduce<Tree>((merged, layer) => mergeTrees(merged, layer.tree), {});
  return { tree, places: new Map(layers.flatMap((layer) => [...layer.places])) };
}

function mergeTrees(base: Tree, over: Tree): Tree {
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const before = merged.get(key);
    merged.set(key, isTree(before) && isTree(value) ? mergeTrees(before, value) : value);
  }
  return Object.fromEntries(merged);
}
