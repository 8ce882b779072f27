import type { Upward } from '../../shared/ipc.ts';

/** What the rest of the app needs of a window on the screen. */
export interface ShownWindow {
  /** Identity of its page, as requests carry it. */
  readonly contents: number;
  /** Dropped when the window is closed. */
  send(batch: readonly Upward[]): void;
  setTitle(title: string): void;
  /** Where it is is kept under this key from now on. */
  setKey(key: string): void;
  focus(): void;
  onClosed(listener: () => void): void;
}
