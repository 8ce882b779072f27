import type { Engine } from '../../core/engine.ts';
import type { AppInfo, RequestAnswer, RequestInput, RequestName } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import type { AppearanceStore } from '../appearance/appearance-store.ts';
import type { ProjectWindow } from '../windows/project-window.ts';
import type { Windows } from '../windows/windows.ts';

/** What answering requests needs, apart from the request. */
export interface HandlerNeeds {
  readonly engine: Engine;
  readonly windows: Windows;
  readonly appearance: AppearanceStore;
  readonly home: string;
  readonly info: AppInfo;
  readonly openOutside: (url: string) => Promise<Result<null, Problem>>;
  /** Opens a file in the program that the desktop has for it. */
  readonly openFile: (path: string) => Promise<Result<null, Problem>>;
  /** The host's own folder picker; undefined where it has none. `null` is a picker that was closed. */
  readonly pickFolder: (() => Promise<string | null>) | undefined;
}

export type Handler<N extends RequestName> = (input: RequestInput<N>, window: ProjectWindow) => Promise<RequestAnswer<N>>;

/** Exactly one handler for each request of the contract. */
export type Handlers = { readonly [N in RequestName]: Handler<N> };
