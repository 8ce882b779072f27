import { expect, test } from 'vitest';
import { SHORTCUTS, shortcutFor } from './shortcuts.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test('no two actions share a key', () => {
  const keys = SHORTCUTS.map((shortcut) => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a chord means its action only with exactly its modifiers', () => {
  const presses = [
    press('k', { ctrlKey: true }),
    press('K', { metaKey: true }),
    press('k'),
    press('k', { ctrlKey: true, shiftKey: true }),
    press('ArrowDown', { altKey: true }),
    press('=', { ctrlKey: true }),
    press(',', { ctrlKey: true }),
  ];
  expect(presses.map(shortcutFor)).toEqual(['palette', 'palette', undefined, undefined, 'next-waiting', 'zoom-in', 'settings']);
});
