import type { Upward } from '../../shared/ipc.ts';
import type { ShownWindow } from '../windows/shown-window.ts';

/** A window without a screen: keeps what was done to it. */
export class FakeWindow implements ShownWindow {
  readonly contents: number;
  readonly batches: (readonly Upward[])[] = [];
  readonly #closed: (() => void)[] = [];
  key: string;
  title = '';
  focused = 0;

  constructor(contents: number, key: string) {
    this.contents = contents;
    this.key = key;
  }

  send(batch: readonly Upward[]): void {
    this.batches.push(batch);
  }

  setTitle(title: string): void {
    this.title = title;
  }

  setKey(key: string): void {
    this.key = key;
  }

  focus(): void {
    this.focused += 1;
  }

  onClosed(listener: () => void): void {
    this.#closed.push(listener);
  }

  close(): void {
    for (const listener of this.#closed) listener();
  }
}

/** What `Windows` asks for windows; they are kept in the order they were made. */
export function fakeScreen(): { readonly shown: FakeWindow[]; show(key: string): FakeWindow } {
  const shown: FakeWindow[] = [];
  return {
    shown,
    show: (key) => {
      const window = new FakeWindow(shown.length + 1, key);
      shown.push(window);
      return window;
    },
  };
}
