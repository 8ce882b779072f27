/** Every key of the window, in one place. `keys` is also what is shown beside the action. */
export type ShortcutId =
  | 'palette'
  | 'models'
  | 'new-session'
  | 'open-folder'
  | 'toggle-sidebar'
  | 'toggle-inspector'
  | 'find'
  | 'search-sessions'
  | 'stash'
  | 'settings'
  | 'usage'
  | 'next-waiting'
  | 'previous-waiting'
  | 'focus-composer'
  | 'zoom-in'
  | 'zoom-out'
  | 'zoom-reset';

export interface Shortcut {
  readonly id: ShortcutId;
  readonly keys: string;
  readonly title: string;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'palette', keys: 'Ctrl+K', title: 'Open the palette' },
  { id: 'models', keys: 'Ctrl+M', title: 'Choose the model' },
  { id: 'new-session', keys: 'Ctrl+N', title: 'New session' },
  { id: 'open-folder', keys: 'Ctrl+O', title: 'Open a folder' },
  { id: 'find', keys: 'Ctrl+F', title: 'Find in the transcript' },
  { id: 'search-sessions', keys: 'Ctrl+Shift+F', title: 'Search in all sessions' },
  { id: 'toggle-sidebar', keys: 'Ctrl+B', title: 'Show or hide the sidebar' },
  { id: 'toggle-inspector', keys: 'Ctrl+I', title: 'Show or hide the inspector' },
  { id: 'next-waiting', keys: 'Alt+Down', title: 'Next item that needs you' },
  { id: 'previous-waiting', keys: 'Alt+Up', title: 'Previous item that needs you' },
  { id: 'focus-composer', keys: 'Ctrl+L', title: 'Go to the prompt' },
  { id: 'stash', keys: 'Ctrl+S', title: 'Put the prompt aside, or take it back' },
  { id: 'settings', keys: 'Ctrl+,', title: 'Settings' },
  { id: 'usage', keys: 'Ctrl+U', title: 'Usage and accounts' },
  { id: 'zoom-in', keys: 'Ctrl+=', title: 'Zoom in' },
  { id: 'zoom-out', keys: 'Ctrl+-', title: 'Zoom out' },
  { id: 'zoom-reset', keys: 'Ctrl+0', title: 'Reset zoom' },
];

/** Keys that belong to one place and are shown there. */
export const LOCAL_KEYS = {
  send: 'Enter',
  newline: 'Shift+Enter',
  sendOther: 'Ctrl+Enter',
  stop: 'Esc',
  mode: 'Shift+Tab',
  allowOnce: 'Y',
  allowSession: 'A',
  allowProject: 'P',
  deny: 'N',
  choose: 'Enter',
  favourite: 'Alt+F',
  refresh: 'Alt+R',
} as const;

export function keysOf(id: ShortcutId): string {
  return SHORTCUTS.find((shortcut) => shortcut.id === id)?.keys ?? '';
}

const KEY_NAMES: Readonly<Record<string, string>> = { Down: 'ArrowDown', Up: 'ArrowUp' };

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The shortcut a key press means. The Command key stands for Ctrl where there is one. */
export function shortcutFor(press: KeyPress): ShortcutId | undefined {
  return SHORTCUTS.find(({ keys }) => matches(press, keys.split('+')))?.id;
}

function matches(press: KeyPress, parts: readonly string[]): boolean {
  const name = parts.at(-1) ?? '';
  const key = KEY_NAMES[name] ?? name;
  return (
    press.key.toLowerCase() === key.toLowerCase() &&
    (press.ctrlKey || press.metaKey) === parts.includes('Ctrl') &&
    press.altKey === parts.includes('Alt') &&
    press.shiftKey === parts.includes('Shift')
  );
}
