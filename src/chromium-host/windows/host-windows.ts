import type { HostNativeTheme } from '../app/native-theme.ts';
import type { CdpSession } from '../browser/cdp.ts';
import type { Schemes } from '../browser/requests.ts';
import type { OpenedWindow, WindowOpener, WindowRequest } from '../browser/window-opener.ts';
import type { HostBrowserWindow, WindowOwner } from './browser-window.ts';
import type { PageScripts } from './page-channel.ts';
import { HostWebContents, type IpcSink, type WebContentsOptions } from './web-contents.ts';

export interface HostWindowsOptions {
  readonly opener: WindowOpener;
  readonly schemes: Schemes;
  readonly scripts: PageScripts;
  readonly ipc: IpcSink;
  readonly created: (contents: HostWebContents) => void;
  readonly allClosed: () => void;
  /** No window could be opened; the message is for the person. */
  readonly failed: (error: unknown) => void;
  readonly theme: HostNativeTheme;
}

/** Every window that is open, in the order they were made. */
export class HostWindows implements WindowOwner {
  readonly #options: HostWindowsOptions;
  readonly #all = new Map<number, HostBrowserWindow>();
  #last = 0;

  constructor(options: HostWindowsOptions) {
    this.#options = options;
  }

  get all(): HostBrowserWindow[] {
    return [...this.#all.values()];
  }

  open(request: WindowRequest): Promise<OpenedWindow> {
    return this.#options.opener.open(request);
  }

  contents(own: Pick<WebContentsOptions, 'id' | 'session' | 'preload' | 'report'>): HostWebContents {
    const { schemes, scripts, ipc, theme, created } = this.#options;
    const contents = new HostWebContents({
      ...own,
      schemes,
      scripts,
      ipc,
      report: (report) => {
        theme.report(report.dark);
        own.report(report);
      },
    });
    const follow = (source: string) => void contents.attached.then((session) => preferScheme(session, source)).catch(() => {});
    follow(theme.themeSource);
    theme.on('source', follow);
    contents.once('destroyed', () => theme.off('source', follow));
    created(contents);
    return contents;
  }

  register(window: HostBrowserWindow): number {
    this.#last += 1;
    this.#all.set(this.#last, window);
    return this.#last;
  }

  unregister(window: HostBrowserWindow): void {
    this.#all.delete(window.id);
    if (this.#all.size === 0) this.#options.allClosed();
  }

  failed(error: unknown): void {
    this.#options.failed(error);
  }
}

/** `system` gives the page back to the desktop's own scheme. */
function preferScheme(session: CdpSession, source: string): Promise<void> {
  const value = source === 'system' ? '' : source;
  return session.tell('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
}
