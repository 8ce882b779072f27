import { EventEmitter } from 'node:events';
import type { Protocol } from 'devtools-protocol/types/protocol.js';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { CdpSession } from '../browser/cdp.ts';
import type { OpenedWindow, WindowRequest } from '../browser/window-opener.ts';
import type { WindowReport } from '../wire/messages.ts';
import type { HostWebContents, WebContentsOptions } from './web-contents.ts';

type Implemented = Pick<
  BrowserWindow,
  | 'id'
  | 'close'
  | 'destroy'
  | 'focus'
  | 'getBounds'
  | 'getNormalBounds'
  | 'getTitle'
  | 'isDestroyed'
  | 'isFocused'
  | 'isMaximized'
  | 'isMinimized'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'setBounds'
  | 'setTitle'
  | 'show'
>;

/** What a window needs of the list it is in. */
export interface WindowOwner {
  open(request: WindowRequest): Promise<OpenedWindow>;
  contents(own: Pick<WebContentsOptions, 'id' | 'session' | 'preload' | 'report'>): HostWebContents;
  /** Gives the window its id. */
  register(window: HostBrowserWindow): number;
  unregister(window: HostBrowserWindow): void;
  failed(error: unknown): void;
}

const DEFAULT_SIZE = { width: 800, height: 600 };

/**
 * A window of the browser. Without counterpart, and so without effect: `show: false` (it shows from the start, in its background
 * colour), a minimum size, a menu bar, and refusing `close`, since the browser closes a window without asking.
 */
export class HostBrowserWindow extends EventEmitter implements Implemented {
  readonly id: number;
  readonly webContents: HostWebContents;
  readonly #opened: Promise<OpenedWindow>;
  readonly #windows: WindowOwner;
  #bounds: Rectangle;
  #state: 'normal' | 'maximized' | 'minimized' | 'fullscreen' = 'normal';
  #title: string;
  #focused = false;
  #destroyed = false;

  constructor(windows: WindowOwner, options: BrowserWindowConstructorOptions = {}) {
    super();
    const { x, y, width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height, backgroundColor = '#ffffff' } = options;
    this.#windows = windows;
    this.#title = options.title ?? '';
    this.#bounds = { x: x ?? 0, y: y ?? 0, width, height };
    this.#opened = windows.open({ bounds: { x, y, width, height }, background: backgroundColor });
    this.id = windows.register(this);
    this.webContents = windows.contents({
      id: this.id,
      session: this.#opened.then(({ session }) => prepared(session, backgroundColor)),
      preload: options.webPreferences?.preload,
      report: (report) => this.#report(report),
    });
    this.webContents.once('first-paint', () => this.emit('ready-to-show'));
    this.webContents.on('did-finish-load', () => this.#applyTitle());
    this.#opened.then(
      (opened) => void opened.closed.then(() => this.#gone()),
      (error: unknown) => {
        windows.failed(error);
        this.#gone();
      },
    );
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  close(): void {
    this.#drive(({ chromium, targetId }) => chromium.cdp.browser.tell('Target.closeTarget', { targetId }));
  }

  destroy(): void {
    this.close();
  }

  show(): void {
    this.focus();
  }

  focus(): void {
    this.#drive(({ chromium, targetId }) => chromium.cdp.browser.tell('Target.activateTarget', { targetId }));
  }

  maximize(): void {
    this.#setState('maximized');
  }

  restore(): void {
    this.#setState('normal');
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    const { x: left, y: top, width, height } = this.#bounds;
    this.#drive((opened) => this.#setWindow(opened, { left, top, width, height }));
  }

  setTitle(title: string): void {
    this.#title = title;
    this.#applyTitle();
  }

  getTitle(): string {
    return this.#title;
  }

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    return this.getBounds();
  }

  isFocused(): boolean {
    return this.#focused;
  }

  isMaximized(): boolean {
    return this.#state === 'maximized';
  }

  isMinimized(): boolean {
    return this.#state === 'minimized';
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  #report({ kind, bounds, focused }: WindowReport): void {
    // A window that is closing says so by a size of nothing.
    if (bounds.width === 0 || bounds.height === 0) return;
    const resized = bounds.width !== this.#bounds.width || bounds.height !== this.#bounds.height;
    const moved = bounds.x !== this.#bounds.x || bounds.y !== this.#bounds.y;
    if (this.#state === 'normal') this.#bounds = bounds;
    if (focused !== this.#focused) this.emit(focused ? 'focus' : 'blur');
    this.#focused = focused;
    if (kind === 'start') return;
    if (resized) this.emit('resize');
    if (moved) this.emit('move');
    if (resized || moved) void this.#readState();
  }

  async #readState(): Promise<void> {
    const { chromium, targetId } = await this.#opened;
    const read = await chromium.cdp.browser.send('Browser.getWindowForTarget', { targetId }).catch(() => undefined);
    this.#state = read?.bounds.windowState ?? this.#state;
  }

  #setState(windowState: 'normal' | 'maximized'): void {
    this.#state = windowState;
    this.#drive((opened) => this.#setWindow(opened, { windowState }));
  }

  async #setWindow({ chromium, targetId }: OpenedWindow, bounds: Protocol.Browser.Bounds): Promise<void> {
    const { windowId } = await chromium.cdp.browser.send('Browser.getWindowForTarget', { targetId });
    await chromium.cdp.browser.tell('Browser.setWindowBounds', { windowId, bounds });
  }

  #applyTitle(): void {
    if (this.#title === '' || this.webContents.getURL() === '') return;
    const expression = `document.title = ${JSON.stringify(this.#title)}`;
    void this.webContents.attached.then((session) => session.tell('Runtime.evaluate', { expression }));
  }

  #drive(action: (opened: OpenedWindow) => Promise<void>): void {
    this.#opened.then(action).catch(() => {});
  }

  #gone(): void {
    if (this.#destroyed) return;
    this.emit('close', { preventDefault: () => {} });
    this.#destroyed = true;
    this.webContents.destroy();
    this.emit('closed');
    this.#windows.unregister(this);
  }
}

async function prepared(session: CdpSession, color: string): Promise<CdpSession> {
  const [r = 255, g = 255, b = 255] = (/^#(..)(..)(..)$/.exec(color) ?? []).slice(1).map((part) => Number.parseInt(part, 16));
  await session.tell('Emulation.setDefaultBackgroundColorOverride', { color: { r, g, b, a: 1 } });
  return session;
}
