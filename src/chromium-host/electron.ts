import type * as Electron from 'electron';
import { dialog } from './app/dialog.ts';
import type { HostApp } from './app/host-app.ts';
import type { HostIpcMain } from './app/ipc-main.ts';
import { menu } from './app/menu.ts';
import type { HostNativeTheme } from './app/native-theme.ts';
import { createProtocol } from './app/protocol.ts';
import { safeStorage } from './app/safe-storage.ts';
import type { HostSession } from './app/session.ts';
import { shell } from './app/shell.ts';
import type { Schemes } from './browser/requests.ts';
import { HostBrowserWindow } from './windows/browser-window.ts';
import type { HostWindows } from './windows/host-windows.ts';

export interface ElectronParts {
  readonly app: HostApp;
  readonly ipcMain: HostIpcMain;
  readonly nativeTheme: HostNativeTheme;
  readonly schemes: Schemes;
  readonly session: HostSession;
  readonly windows: HostWindows;
}

/** The names of Electron that this host has. Whatever is not here is not there for the app either, and importing it fails at start. */
type Names = Extract<
  keyof typeof Electron,
  'app' | 'BrowserWindow' | 'dialog' | 'ipcMain' | 'Menu' | 'nativeTheme' | 'protocol' | 'safeStorage' | 'session' | 'shell'
>;

export function createElectron(parts: ElectronParts) {
  const { app, ipcMain, nativeTheme, schemes, session, windows } = parts;
  return {
    app,
    BrowserWindow: browserWindowOf(windows),
    dialog,
    ipcMain,
    Menu: menu,
    nativeTheme,
    protocol: createProtocol(schemes),
    safeStorage,
    session: { defaultSession: session },
    shell,
  } satisfies Record<Names, unknown>;
}

function browserWindowOf(windows: HostWindows) {
  return class BrowserWindow extends HostBrowserWindow {
    constructor(options?: Electron.BrowserWindowConstructorOptions) {
      super(windows, options);
    }

    static getAllWindows(): HostBrowserWindow[] {
      return windows.all;
    }

    static getFocusedWindow(): HostBrowserWindow | null {
      return windows.all.find((window) => window.isFocused()) ?? null;
    }

    static fromWebContents(contents: unknown): HostBrowserWindow | null {
      return windows.all.find((window) => window.webContents === contents) ?? null;
    }
  };
}
