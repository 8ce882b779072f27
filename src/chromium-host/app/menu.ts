import type { Menu } from 'electron';

/** A browser window of the app form has no menu bar; setting none is all there is to do. */
export const menu = { setApplicationMenu: () => {} } satisfies Pick<typeof Menu, 'setApplicationMenu'>;
