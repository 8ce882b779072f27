import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HostApp } from './app/host-app.ts';
import { HostIpcMain } from './app/ipc-main.ts';
import { HostNativeTheme } from './app/native-theme.ts';
import { HostSession } from './app/session.ts';
import { CHROMIUM_MISSING, findChromium } from './browser/find-chromium.ts';
import { Schemes } from './browser/requests.ts';
import { WindowOpener } from './browser/window-opener.ts';
import { createElectron } from './electron.ts';
import { installElectron } from './install-electron.ts';
import { readSwitches } from './switches.ts';
import { HostWindows } from './windows/host-windows.ts';

export interface StartOptions {
  /** Folder of the app's package.json, as `electron <folder>` takes it. */
  readonly root: string;
  /** Folder of this host's built files. */
  readonly host: string;
}

const AS_ROOT = 'You are root, so the browser runs without the sandbox around its pages.';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly main: string;
}

/** Runs an Electron app on an installed Chromium. Returns when the app's script has run and `ready` was emitted. */
export async function start({ root, host }: StartOptions): Promise<void> {
  const executable = findChromium(process.env);
  if (executable === undefined) {
    process.stderr.write(`${CHROMIUM_MISSING}\n`);
    process.exitCode = 1;
    return;
  }
  if (process.getuid?.() === 0) process.stderr.write(`${AS_ROOT}\n`);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const { app, electron } = assemble({ root, host }, executable, manifest);
  installElectron(electron, pathToFileURL(join(host, 'module-hook.js')));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  await import(pathToFileURL(join(root, manifest.main)).href);
  app.start();
}

function assemble({ root, host }: StartOptions, executable: string, manifest: Manifest) {
  const schemes = new Schemes();
  const session = new HostSession();
  const ipcMain = new HostIpcMain();
  const nativeTheme = new HostNativeTheme();
  const switches = readSwitches(process.argv, process.env);
  const app: HostApp = new HostApp({
    ...manifest,
    root,
    vars: process.env,
    windows: () => windows.all,
    shutDown: () => opener.close(),
  });
  const opener: WindowOpener = new WindowOpener({
    executable,
    flags: () => ({ ...switches, profile: join(app.getPath('userData'), 'chromium') }),
    prepare: ({ cdp }) => cdp.browser.send('Browser.grantPermissions', { permissions: session.granted() }),
  });
  const windows: HostWindows = new HostWindows({
    opener,
    schemes,
    scripts: { mainWorld: script(host, 'main-world'), preloadWorld: script(host, 'preload-world') },
    ipc: ipcMain,
    theme: nativeTheme,
    created: (contents) => app.emit('web-contents-created', {}, contents),
    allClosed: () => app.allClosed(),
    failed: (error) => {
      process.stderr.write(`The window could not be opened: ${error instanceof Error ? error.message : String(error)}\n`);
      if (windows.all.length === 1) app.exit(1);
    },
  });
  return { app, electron: createElectron({ app, ipcMain, nativeTheme, schemes, session, windows }) };
}

function script(host: string, name: string): string {
  return readFileSync(join(host, 'page', `${name}.js`), 'utf8');
}
