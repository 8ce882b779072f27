import { nativeTheme } from 'electron';
import Store from 'electron-store';
import type { Ports } from '../../core/engine.ts';
import { PlaceBook } from '../windows/place-book.ts';
import { AppearanceStore } from './appearance-store.ts';

/** What a machine remembers of the windows: `appearance.json` and `windows.json` in the state folder. */
export function openStores({ ports }: { readonly ports: Ports }): { readonly appearance: AppearanceStore; readonly places: PlaceBook } {
  const open = (name: string) => new Store<Record<string, unknown>>({ cwd: ports.paths.state, name, clearInvalidConfig: true });
  return { appearance: new AppearanceStore(open('appearance'), nativeTheme), places: new PlaceBook(open('windows')) };
}
