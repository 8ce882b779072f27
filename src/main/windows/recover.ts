import { type BrowserWindow, dialog } from 'electron';
import type { Ports } from '../../core/engine.ts';

/** A page that died is loaded again once; when it dies again the window closes. Sessions live in the main process and go on. */
export function recoverFromCrash(window: BrowserWindow, logger: Ports['logger']): void {
  let reloaded = false;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    logger.log('error', 'the page of a window ended', { reason, again: reloaded });
    if (!reloaded) {
      reloaded = true;
      window.webContents.reload();
      return;
    }
    dialog.showErrorBox(
      'This window stopped twice',
      'It is closed now. Open the project again: everything shown as done is in the session log.',
    );
    window.destroy();
  });
}
