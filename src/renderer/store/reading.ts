import type { Problem } from '../../shared/problem.ts';
import { showPanel } from './appearance.ts';
import type { Core } from './core.ts';
import { openLayer } from './layers.ts';
import type { Focus, InspectorTab, State } from './state.ts';

export function setFold(core: Core, row: string, open: boolean): void {
  core.update(({ folds }) => ({ folds: { ...folds, [row]: open } }));
}

export function setFind(core: Core, find: Partial<State['find']>): void {
  core.update((state) => ({ find: { ...state.find, ...find } }));
}

export function setFocus(core: Core, focus: Focus | null): void {
  core.update(() => ({ focus }));
}

/** The part that was meant has it. What was asked for since stays. */
export function tookFocus(core: Core, target: Focus['target']): void {
  core.update(({ focus }) => (focus?.target === target ? { focus: null } : {}));
}

export function setInspectorTab(core: Core, inspectorTab: InspectorTab): void {
  core.update(() => ({ inspectorTab }));
}

export function setDiffStyle(core: Core, diffStyle: State['diffStyle']): void {
  core.update(() => ({ diffStyle }));
}

/** Shows what one turn changed, or with null the whole session, in the inspector. */
export async function review(core: Core, turn: string | null): Promise<void> {
  await showPanel(core, 'inspector');
  core.update((state) => ({ inspectorTab: 'changes', reviewTurn: turn, reviewing: state.reviewing || turn !== null }));
}

/** Shows what the model was sent before and after a compaction; with null what it is sent now. */
export function openHistory(core: Core, generation: number | null): void {
  core.update(() => ({ generation }));
  openLayer(core, 'history');
}

export function dismissProblem(core: Core, problem: Problem): void {
  core.update(({ problems }) => ({ problems: problems.filter((shown) => shown !== problem) }));
}

export async function openLink(core: Core, url: string): Promise<void> {
  await core.ask('app.openExternal', { url });
}
