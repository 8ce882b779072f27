/** Where the window is and how it looks, as its own page sees it. Screen coordinates in CSS pixels. */
export interface WindowReport {
  readonly kind: 'start' | 'focus' | 'blur' | 'resize' | 'scheme';
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly dark: boolean;
  readonly focused: boolean;
}

/** From the preload world to the host. Values are encoded once more as a whole. */
export type ToHost =
  | { readonly type: 'invoke'; readonly id: number; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly type: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly type: 'window'; readonly report: WindowReport };

/** From the host to the preload world. A failed `reply` carries the text of the error. */
export type ToPage =
  | { readonly type: 'reply'; readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly type: 'reply'; readonly id: number; readonly ok: false; readonly error: string }
  | { readonly type: 'event'; readonly channel: string; readonly args: readonly unknown[] };

/** Name of the world the preload runs in; the page's own scripts never see its globals. */
export const PRELOAD_WORLD = 'steiner-preload';
/** Global of the preload world that takes text to the host. */
export const BINDING = 'steinerHostSend';
/** Global of the preload world that takes a list of encoded `ToPage`. */
export const RECEIVER = 'steinerHostReceive';
