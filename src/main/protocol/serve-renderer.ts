import { join } from 'node:path';
import { app, protocol } from 'electron';
import { SCHEME } from './address.ts';
import { createRendererFiles } from './renderer-files.ts';

export function serveRenderer(): object {
  protocol.handle(SCHEME, createRendererFiles(join(app.getAppPath(), 'out', 'renderer')));
  return {};
}
