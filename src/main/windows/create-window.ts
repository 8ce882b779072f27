import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';
import type { Ports } from '../../core/engine.ts';
import { EVENT_CHANNEL } from '../../shared/channels.ts';
import { START_PAGE } from '../protocol/address.ts';
import type { PlaceBook } from './place-book.ts';
import { recoverFromCrash } from './recover.ts';
import type { ShownWindow } from './shown-window.ts';

export interface WindowNeeds {
  readonly key: string;
  readonly places: PlaceBook;
  readonly dark: boolean;
  readonly logger: Ports['logger'];
}

/** The page's own background, so that nothing flashes before it paints. */
const BACKGROUND = { light: '#ffffff', dark: '#191a1d' };

/** A window with the app's page in it, shown once it has painted. */
export function createWindow({ key, places, dark, logger }: WindowNeeds): ShownWindow {
  const { x, y, width, height, maximized } = places.find(key);
  const window = new BrowserWindow({
    ...(x === undefined || y === undefined ? {} : { x, y }),
    width,
    height,
    minWidth: 480,
    minHeight: 360,
    show: false,
    title: 'Steiner',
    backgroundColor: dark ? BACKGROUND.dark : BACKGROUND.light,
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(app.getAppPath(), 'out', 'preload', 'index.cjs'),
      contextIsolation: true,
      nodeIntegration: false,
      sandbox: true,
      webSecurity: true,
      spellcheck: false,
    },
  });
  if (maximized) window.maximize();
  window.once('ready-to-show', () => {
    window.show();
    logger.log('info', 'window shown', { msSinceStart: Math.round(process.uptime() * 1_000) });
  });
  window.on('page-title-updated', (event) => event.preventDefault());
  recoverFromCrash(window, logger);
  const shown = shownAs(window, { key, places });
  window.loadURL(START_PAGE).catch((error: unknown) => logger.log('error', 'the page did not load', { error: String(error) }));
  return shown;
}

function shownAs(window: BrowserWindow, { key, places }: Pick<WindowNeeds, 'key' | 'places'>): ShownWindow {
  let current = key;
  window.on('close', () => places.keep(current, { ...window.getNormalBounds(), maximized: window.isMaximized() }));
  return {
    contents: window.webContents.id,
    send: (batch) => {
      if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, batch);
    },
    setTitle: (title) => window.setTitle(title),
    setKey: (next) => {
      current = next;
    },
    focus: () => {
      if (window.isMinimized()) window.restore();
      window.focus();
    },
    onClosed: (listener) => window.once('closed', listener),
  };
}
