import { EventEmitter } from 'node:events';
import type { NativeTheme } from 'electron';

type Source = NativeTheme['themeSource'];

/** What the pages say about the desktop's colours, and what the app wants instead. Emits `updated`. */
export class HostNativeTheme extends EventEmitter implements Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'> {
  #source: Source = 'system';
  #dark = false;

  get themeSource(): Source {
    return this.#source;
  }

  set themeSource(source: Source) {
    if (source === this.#source) return;
    this.#source = source;
    this.emit('source', source);
    this.emit('updated');
  }

  /** Before the first page has reported, the system's colours are unknown and taken for light. */
  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.#dark : this.#source === 'dark';
  }

  /** Called with what a page sees. */
  report(dark: boolean): void {
    if (dark === this.#dark) return;
    this.#dark = dark;
    this.emit('updated');
  }
}
