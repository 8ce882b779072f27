import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, type OpenDialogOptions, safeStorage } from 'electron';
import type { Engine, Ports } from '../../core/engine.ts';
import { REQUEST_CHANNEL } from '../../shared/channels.ts';
import type { AppInfo } from '../../shared/ipc.ts';
import type { AppearanceStore } from '../appearance/appearance-store.ts';
import { openFile, openOutside } from '../windows/open-outside.ts';
import type { Windows } from '../windows/windows.ts';
import { createAnswerer } from './answerer.ts';
import { accountHandlers } from './handlers/accounts.ts';
import { appHandlers } from './handlers/app.ts';
import { approvalHandlers } from './handlers/approvals.ts';
import { attachmentHandlers } from './handlers/attachments.ts';
import { libraryHandlers } from './handlers/library.ts';
import { modelHandlers } from './handlers/models.ts';
import { projectHandlers } from './handlers/project.ts';
import { sessionHandlers } from './handlers/sessions.ts';
import { settingsHandlers } from './handlers/settings.ts';
import { skillHandlers } from './handlers/skills.ts';
import { transcriptHandlers } from './handlers/transcripts.ts';
import type { HandlerNeeds } from './handlers.ts';

export interface RequestsNeeds {
  readonly ports: Ports;
  readonly engine: Engine;
  readonly windows: Windows;
  readonly appearance: AppearanceStore;
}

export function answerRequests({ ports, engine, windows, appearance }: RequestsNeeds): object {
  const { home } = ports.environment;
  const needs: HandlerNeeds = {
    engine,
    windows,
    appearance,
    home,
    info: appInfo(ports.paths),
    openOutside,
    openFile,
    pickFolder: folderPicker(),
  };
  const handlers = {
    ...appHandlers(needs),
    ...projectHandlers(needs),
    ...modelHandlers(),
    ...sessionHandlers(),
    ...transcriptHandlers(),
    ...libraryHandlers(needs),
    ...approvalHandlers(),
    ...accountHandlers(needs),
    ...skillHandlers(),
    ...attachmentHandlers(),
    ...settingsHandlers(needs),
  };
  const answer = createAnswerer({ handlers, windowOf: (contents) => windows.of(contents), logger: ports.logger });
  ipcMain.handle(REQUEST_CHANNEL, (event, name: unknown, input: unknown) => answer(event, name, input));
  return {};
}

function appInfo(paths: Ports['paths']): AppInfo {
  return {
    version: app.getVersion(),
    host: process.versions.electron === undefined ? 'chromium' : 'electron',
    platform: process.platform,
    configFile: join(paths.config, 'config.yaml'),
    stateFolder: paths.state,
    keychain: safeStorage.isEncryptionAvailable(),
  };
}

/** A host without folder picker has no `showOpenDialog`. */
function folderPicker(): HandlerNeeds['pickFolder'] {
  if (!('showOpenDialog' in dialog)) return undefined;
  return async () => {
    const options: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'], title: 'Open a project' };
    const parent = BrowserWindow.getFocusedWindow();
    const { filePaths } = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
    return filePaths[0] ?? null;
  };
}
