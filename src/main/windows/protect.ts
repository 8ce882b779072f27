import { app, Menu, session, type WebContents } from 'electron';
import { openOutside } from './open-outside.ts';

/** All a window may do beyond its page. */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications']);

/** Rules for every page there will ever be: no further permission, no other page, no window, no embedded browser. */
export function protectSession(): object {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(GRANTED.has(permission)));
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => GRANTED.has(permission));
  app.on('web-contents-created', (_event, contents) => protectContents(contents));
  Menu.setApplicationMenu(menu());
  return {};
}

function protectContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void openOutside(url);
    return { action: 'deny' };
  });
}

/** On a Mac copy and paste only work with a menu; elsewhere the window has its own. */
function menu(): Menu | null {
  if (process.platform !== 'darwin') return null;
  return Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }]);
}
