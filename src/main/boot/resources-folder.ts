import { join } from 'node:path';
import { app } from 'electron';

/** Where what is shipped with the app lies: beside a packaged app, in the source tree otherwise. */
export function resourcesFolder(): string {
  return app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources');
}
