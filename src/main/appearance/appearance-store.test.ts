import { expect, it } from 'vitest';
import { DEFAULT_APPEARANCE } from '../../shared/settings.ts';
import { AppearanceStore, type Theme } from './appearance-store.ts';

function rig(store: Record<string, unknown> = {}) {
  const storage = { store };
  const theme: Theme = { themeSource: 'system', shouldUseDarkColors: false };
  return { storage, theme, appearance: new AppearanceStore(storage, theme) };
}

it('starts with the defaults', () => {
  expect(rig().appearance.get()).toEqual(DEFAULT_APPEARANCE);
});

it('keeps what is set, and tells the desktop about the theme', () => {
  const { storage, theme, appearance } = rig({ theme: 'dark' });
  const before = theme.themeSource;
  const next = appearance.set({ theme: 'light', zoom: 1.5 });
  expect([before, theme.themeSource, next, storage.store]).toEqual([
    'dark',
    'light',
    ...Array(2).fill({ ...DEFAULT_APPEARANCE, theme: 'light', zoom: 1.5 }),
  ]);
});

it('puts a default in the place of each value that is not valid, and keeps the others', () => {
  expect(rig({ zoom: 99, sidebar: false, unknown: 1 }).appearance.get()).toEqual({ ...DEFAULT_APPEARANCE, sidebar: false });
});
