import { useEffect } from 'react';
import { useApp, useCommands } from '../hooks/app-context.ts';
import type { Commands } from '../store/commands.ts';
import { type ShortcutId, shortcutFor } from '../store/shortcuts.ts';

/** Listens for the keys of the window. Esc closes what lies on top; with nothing open it stops the turn. */
export function useShortcuts(): void {
  const commands = useCommands();
  const hasProject = useApp((state) => state.project !== null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') return onEscape(event, commands);
      const id = shortcutFor(event);
      if (id === undefined || (!hasProject && !WITHOUT_PROJECT.has(id))) return;
      event.preventDefault();
      run(id, commands);
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [commands, hasProject]);
}

const WITHOUT_PROJECT: ReadonlySet<ShortcutId> = new Set([
  'palette',
  'open-folder',
  'settings',
  'usage',
  'zoom-in',
  'zoom-out',
  'zoom-reset',
]);

function onEscape(event: KeyboardEvent, commands: Commands): void {
  const field = event.target instanceof Element && event.target.closest('[data-owns-escape]') !== null;
  if (field || event.isComposing || document.querySelector('[data-popup]') !== null) return;
  event.preventDefault();
  event.stopPropagation();
  if (commands.closeTopLayer()) commands.setFocus({ target: 'composer' });
  else void commands.stopTurn();
}

/** What each key does. The palette lists the same. */
export function run(id: ShortcutId, commands: Commands): void {
  ACTIONS[id](commands);
}

const ACTIONS: Readonly<Record<ShortcutId, (commands: Commands) => void>> = {
  palette: (commands) => commands.toggleLayer('palette'),
  models: (commands) => void commands.openModels(),
  'new-session': (commands) => commands.newSession(),
  'open-folder': (commands) => void commands.pickProject(),
  find: (commands) => commands.openLayer('find'),
  stash: (commands) => void commands.toggleStash(),
  'search-sessions': (commands) => void commands.showPanel('sidebar').then(() => commands.setFocus({ target: 'search' })),
  'toggle-sidebar': (commands) => void commands.togglePanel('sidebar'),
  'toggle-inspector': (commands) => void commands.togglePanel('inspector'),
  'next-waiting': (commands) => void commands.stepWaiting(1),
  'previous-waiting': (commands) => void commands.stepWaiting(-1),
  'focus-composer': (commands) => commands.setFocus({ target: 'composer' }),
  settings: (commands) => commands.toggleLayer('settings'),
  usage: (commands) => void commands.openUsage(),
  'zoom-in': (commands) => void commands.zoomBy(1),
  'zoom-out': (commands) => void commands.zoomBy(-1),
  'zoom-reset': (commands) => void commands.setAppearance({ zoom: 1 }),
};
