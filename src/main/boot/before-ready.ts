import { join } from 'node:path';
import { app, protocol } from 'electron';
import type { Ports } from '../../core/engine.ts';
import { SCHEME } from '../protocol/address.ts';
import { type Launch, readLaunch } from './launch.ts';

export interface Claimed {
  readonly launch: Launch;
  /** False when the app runs already; that one has been told what was asked for. */
  readonly first: boolean;
}

/** What Electron wants to know before `ready`. Synchronous for that reason. */
export function beforeReady({ ports }: { readonly ports: Ports }): Claimed {
  const { vars } = ports.environment;
  app.setPath('userData', join(ports.paths.state, 'app'));
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, codeCache: true } },
  ]);
  const launch = readLaunch({ argv: process.argv, cwd: process.cwd(), vars, packaged: app.isPackaged });
  return { launch, first: app.requestSingleInstanceLock({ ...launch }) };
}
