import type { Dialog } from 'electron';

/** The browser has no dialogs the host could open: messages go to the terminal, and `showOpenDialog` is left out on purpose, so that an app can see it. */
export const dialog = {
  showErrorBox(title, content) {
    process.stderr.write(`${title}: ${content}\n`);
  },
} satisfies Pick<Dialog, 'showErrorBox'>;
