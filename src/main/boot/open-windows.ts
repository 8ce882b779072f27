import { app } from 'electron';
import type { Engine, Ports } from '../../core/engine.ts';
import type { AppearanceStore } from '../appearance/appearance-store.ts';
import { createWindow } from '../windows/create-window.ts';
import type { PlaceBook } from '../windows/place-book.ts';
import { Windows } from '../windows/windows.ts';
import { launchSchema } from './launch.ts';
import { resourcesFolder } from './resources-folder.ts';

export interface WindowsNeeds {
  readonly ports: Ports;
  readonly engine: Engine;
  readonly appearance: AppearanceStore;
  readonly places: PlaceBook;
}

/** Windows for this start and for every later one, which comes as `second-instance`. */
export function openWindows({ ports, engine, appearance, places }: WindowsNeeds): { readonly windows: Windows } {
  const windows = new Windows({
    engine,
    resources: resourcesFolder(),
    clock: ports.clock,
    logger: ports.logger,
    show: (key) => createWindow({ key, places, logger: ports.logger, dark: appearance.dark() }),
  });
  app.on('second-instance', (_event, _argv, _cwd, data) => {
    const launch = launchSchema.safeParse(data);
    windows.launch(launch.success ? launch.data : { demo: false });
  });
  app.on('activate', () => windows.launch({ demo: false }));
  return { windows };
}
