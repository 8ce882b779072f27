import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { WebContents } from 'electron';
import type { CdpSession } from '../browser/cdp.ts';
import type { Schemes } from '../browser/requests.ts';
import type { ToHost, ToPage, WindowReport } from '../wire/messages.ts';
import { frameOf, type HostFrame } from './frame.ts';
import { Navigation } from './navigation.ts';
import { PageChannel, type PageScripts } from './page-channel.ts';

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];
type Implemented = Pick<
  WebContents,
  'id' | 'send' | 'getURL' | 'loadURL' | 'reload' | 'setWindowOpenHandler' | 'isDestroyed' | 'isCrashed'
>;

export interface IpcSink {
  invoked(contents: HostWebContents, channel: string, args: readonly unknown[]): Promise<unknown>;
  sent(contents: HostWebContents, channel: string, args: readonly unknown[]): void;
}

export interface WebContentsOptions {
  readonly id: number;
  readonly session: Promise<CdpSession>;
  readonly schemes: Schemes;
  readonly scripts: PageScripts;
  /** Absolute path of the preload script. */
  readonly preload: string | undefined;
  readonly ipc: IpcSink;
  readonly report: (report: WindowReport) => void;
}

/** The page of one window. Emits `did-finish-load`, `will-navigate`, `render-process-gone`, `first-paint` and `destroyed`. */
export class HostWebContents extends EventEmitter implements Implemented {
  readonly id: number;
  /** The session once everything is installed; rejects when the window is gone before. */
  readonly attached: Promise<CdpSession>;
  readonly #options: WebContentsOptions;
  #channel: PageChannel | undefined;
  #navigation: Navigation | undefined;
  #openHandler: OpenHandler | undefined;
  #frame: HostFrame;
  #crashed = false;
  #destroyed = false;

  constructor(options: WebContentsOptions) {
    super();
    this.#options = options;
    this.id = options.id;
    this.#frame = frameOf('', options.id);
    this.attached = options.session.then((session) => this.#install(session));
    this.attached.catch(() => {});
  }

  get mainFrame(): HostFrame {
    return this.#frame;
  }

  getURL(): string {
    return this.#frame.url;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  isCrashed(): boolean {
    return this.#crashed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  async loadURL(url: string): Promise<void> {
    await this.attached;
    await this.#navigation?.load(url);
  }

  reload(): void {
    this.#crashed = false;
    void this.#navigation?.reload();
  }

  /** Dropped while no page is there; throws for what cannot be cloned. */
  send(channel: string, ...args: unknown[]): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    this.#post({ type: 'event', channel, args });
  }

  /** Called by the window when its target is gone. */
  destroy(): void {
    this.#destroyed = true;
    this.#channel = undefined;
    this.emit('destroyed');
  }

  async #install(session: CdpSession): Promise<CdpSession> {
    this.#channel = new PageChannel(session, (message) => this.#receive(message));
    this.#navigation = new Navigation(session, this.#options.schemes, {
      mayLeave: (url) => this.#mayLeave(url),
      arrived: (url) => {
        this.#frame = frameOf(url, this.id);
      },
      loaded: () => this.emit('did-finish-load'),
    });
    session.on('Page.windowOpen', ({ url, windowName }) => this.#refuseWindow(url, windowName));
    session.on('Page.lifecycleEvent', ({ name }) => name === 'firstPaint' && this.getURL() !== '' && this.emit('first-paint'));
    session.on('Inspector.targetCrashed', () => this.#crash());
    await session.send('Page.enable');
    await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
    await session.send('Inspector.enable');
    const preload = this.#options.preload === undefined ? '' : await readFile(this.#options.preload, 'utf8');
    await this.#channel.install(this.#options.scripts, preload, randomUUID());
    await this.#navigation.start();
    return session;
  }

  #mayLeave(url: string): boolean {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    this.emit('will-navigate', { preventDefault, url, isMainFrame: true, isSameDocument: false, frame: this.#frame }, url);
    return !prevented;
  }

  /** The browser's side of it, closing what was opened, is the opener's work: it closes every window that is not the app's. */
  #refuseWindow(url: string, frameName: string): void {
    const details = { url, frameName, features: '', disposition: 'new-window', referrer: { url: '', policy: 'default' } } as const;
    this.#openHandler?.(details);
  }

  #crash(): void {
    this.#crashed = true;
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  }

  #receive(message: ToHost): void {
    switch (message.type) {
      case 'invoke':
        void this.#answer(message.id, message.channel, message.args);
        return;
      case 'send':
        this.#options.ipc.sent(this, message.channel, message.args);
        return;
      case 'window':
        this.#options.report(message.report);
        return;
    }
  }

  async #answer(id: number, channel: string, args: readonly unknown[]): Promise<void> {
    try {
      this.#post({ type: 'reply', id, ok: true, value: await this.#options.ipc.invoked(this, channel, args) });
    } catch (error) {
      this.#post({ type: 'reply', id, ok: false, error: `Error invoking remote method '${channel}': ${describe(error)}` });
    }
  }

  #post(message: ToPage): void {
    this.#channel?.post(message);
  }
}

function describe(error: unknown): string {
  if (error instanceof DOMException && error.name === 'DataCloneError') return 'Error: An object could not be cloned.';
  return String(error);
}
