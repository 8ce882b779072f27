import { app } from 'electron';
import type { Engine, Ports } from '../../core/engine.ts';

/** How long quitting waits for sessions and their processes. What is left then is swept at the next start. */
const END_LIMIT = 5_000;

/** Electron's order on quit: windows close, `will-quit` is held back until the engine has ended, then the app exits. */
export function endWith({ engine, ports }: { readonly engine: Engine; readonly ports: Ports }): object {
  let ending = false;
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (ending) return;
    ending = true;
    void end(engine, ports).then(() => app.exit(0));
  });
  return {};
}

async function end(engine: Engine, { clock, logger }: Ports): Promise<void> {
  const ended = engine.close().then(
    () => true,
    (error: unknown) => {
      logger.log('error', 'the engine did not close cleanly', { error: String(error) });
      return true;
    },
  );
  const inTime = await Promise.race([ended, clock.sleep(END_LIMIT).then(() => false)]);
  if (!inTime) logger.log('warn', 'quit without waiting for the engine any longer', { ms: END_LIMIT });
}
