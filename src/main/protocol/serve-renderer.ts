import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, protocol } from 'electron';
import type { Engine } from '../../core/engine.ts';
import { SCHEME } from './address.ts';
import { withPictures } from './pictures.ts';
import { createRendererFiles } from './renderer-files.ts';

export function serveRenderer({ engine }: { readonly engine: Engine }): object {
  const folder = join(app.getAppPath(), 'out', 'renderer');
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`the window's page is missing from ${folder}; run npm run build`);
  protocol.handle(
    SCHEME,
    withPictures((blob) => engine.picture(blob), createRendererFiles(folder)),
  );
  return {};
}
