import type { Core } from './core.ts';
import type { Layer } from './state.ts';

export function openLayer(core: Core, layer: Layer): void {
  core.update(({ layers }) => ({ layers: [...layers.filter((open) => open !== layer), layer] }));
}

export function closeLayer(core: Core, layer: Layer): void {
  core.update(({ layers }) => (layers.includes(layer) ? { layers: layers.filter((open) => open !== layer) } : {}));
}

export function toggleLayer(core: Core, layer: Layer): void {
  if (core.get().layers.includes(layer)) closeLayer(core, layer);
  else openLayer(core, layer);
}

/** Closes what lies on top. False when nothing does. */
export function closeTopLayer(core: Core): boolean {
  const top = core.get().layers.at(-1);
  if (top === undefined) return false;
  closeLayer(core, top);
  return true;
}
