import type { Appearance } from '../../shared/settings.ts';
import type { Core } from './core.ts';
import { closeLayer, toggleLayer } from './layers.ts';
import type { State } from './state.ts';

const ZOOM_STEP = 0.1;

/** Room for the two sides of a diff. */
const REVIEW_WIDTH = 680;

/** Shows the change at once and keeps it; a host that refuses it puts the old look back. */
export async function setAppearance(core: Core, change: Partial<Appearance>): Promise<void> {
  const before = core.get().appearance;
  const resized = change.inspectorWidth !== undefined || change.inspector !== undefined;
  core.update(() => ({ appearance: { ...before, ...change }, ...(resized ? { reviewing: false } : {}) }));
  const kept = await core.ask('app.appearance.set', change);
  if (kept === undefined) core.update(() => ({ appearance: before }));
}

export async function zoomBy(core: Core, steps: number): Promise<void> {
  const zoom = core.get().appearance.zoom + steps * ZOOM_STEP;
  await setAppearance(core, { zoom: Math.min(3, Math.max(0.5, Math.round(zoom * 10) / 10)) });
}

export async function togglePanel(core: Core, panel: 'sidebar' | 'inspector'): Promise<void> {
  if (core.get().overlays[panel]) toggleLayer(core, panel);
  else await setAppearance(core, { [panel]: !panelShown(core.get(), panel) });
}

export async function showPanel(core: Core, panel: 'sidebar' | 'inspector'): Promise<void> {
  if (!panelShown(core.get(), panel)) await togglePanel(core, panel);
}

export function panelShown(state: State, panel: 'sidebar' | 'inspector'): boolean {
  if (state.overlays[panel]) return state.layers.includes(panel);
  const chosen = state.appearance[panel];
  return chosen === 'auto' ? changedFiles(state) : chosen;
}

/** Whether an edit changed a file in the session on screen. */
function changedFiles({ current, open }: State): boolean {
  const session = current === null ? undefined : open[current];
  return session?.edited === true || (session?.view.items.some((item) => item.kind === 'tool' && item.detail?.kind === 'mutate') ?? false);
}

/** Width of the inspector in pixels: as chosen, and at least enough for a review while there is one. */
export function inspectorWidth({ appearance, reviewing }: State): number {
  return reviewing ? Math.max(appearance.inspectorWidth, REVIEW_WIDTH) : appearance.inspectorWidth;
}

/** Tells which panels have to lie over the transcript; one that docks again is no layer any more. */
export function setOverlays(core: Core, overlays: State['overlays']): void {
  const before = core.get().overlays;
  if (before.sidebar === overlays.sidebar && before.inspector === overlays.inspector) return;
  core.update(() => ({ overlays }));
  if (!overlays.sidebar) closeLayer(core, 'sidebar');
  if (!overlays.inspector) closeLayer(core, 'inspector');
}
