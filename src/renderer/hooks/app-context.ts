import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { emptyView } from '../../shared/fold.ts';
import type { SessionView } from '../../shared/fold-types.ts';
import type { Commands } from '../store/commands.ts';
import type { Core } from '../store/core.ts';
import type { State } from '../store/state.ts';
import { type Stretch, stretchOf } from '../store/stretch.ts';

export interface AppHandle {
  readonly store: Core['store'];
  readonly commands: Commands;
}

const AppContext = createContext<AppHandle | null>(null);

export const AppProvider = AppContext.Provider;

function useHandle(): AppHandle {
  const handle = useContext(AppContext);
  if (handle === null) throw new Error('A feature was rendered outside the app.');
  return handle;
}

/** One slice of the state; the component renders again only when that slice is another value. */
export function useApp<T>(select: (state: State) => T): T {
  return useStore(useHandle().store, select);
}

export function useCommands(): Commands {
  return useHandle().commands;
}

const NO_SESSION = emptyView();

/** The session on screen, or an empty one. */
export function useView<T>(select: (view: SessionView) => T): T {
  return useApp((state) => select((state.current === null ? undefined : state.open[state.current]?.view) ?? NO_SESSION));
}

const NO_STRETCH = stretchOf({ view: NO_SESSION, pages: [] });

/** What the window holds of the transcript on screen, where the reader is. */
export function useStretch(): Stretch {
  return useApp(({ current, open }) => {
    const session = current === null ? undefined : open[current];
    return session === undefined ? NO_STRETCH : stretchOf(session);
  });
}

/** Whether the model of the session on screen, or of the next one, is a script. */
export function useScripted(): boolean {
  return useApp((state) => {
    if (state.project?.demo === true) return true;
    const ref = activeModel(state);
    return state.models.state === 'ready' && state.models.value.some((model) => model.ref === ref && model.scripted);
  });
}

/** The model the next prompt goes to, as a person chose it. */
export function activeModel(state: State): string | undefined {
  const shown = state.current === null ? undefined : state.open[state.current]?.view.model;
  if (shown !== undefined && shown !== '') return shown;
  if (state.nextModel !== null) return state.nextModel;
  return state.models.state === 'ready' ? state.models.value.find((model) => model.default)?.ref : undefined;
}
