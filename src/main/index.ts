import { app, dialog } from 'electron';
import { createEngine, createNodePorts } from '../core/engine.ts';
import { boot } from './boot/boot.ts';

function end(error: unknown): void {
  dialog.showErrorBox('Steiner could not start', error instanceof Error ? error.message : String(error));
  app.exit(1);
}

try {
  // `ready` waits for this script, so that nothing which has to happen before it comes too late.
  const ports = await createNodePorts({ vars: process.env, writes: ['config', 'state', 'cache'] });
  boot({ ports, createEngine }).catch((error: unknown) => {
    ports.logger.log('error', 'start failed', { error: error instanceof Error ? error.stack : String(error) });
    end(error);
  });
} catch (error) {
  end(error);
}
