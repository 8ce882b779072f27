import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, protocol } from 'electron';
import { SCHEME } from './address.ts';
import { createRendererFiles } from './renderer-files.ts';

export function serveRenderer(): object {
  const folder = join(app.getAppPath(), 'out', 'renderer');
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`the window's page is missing from ${folder}; run npm run build`);
  protocol.handle(SCHEME, createRendererFiles(folder));
  return {};
}
