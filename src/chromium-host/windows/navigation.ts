import type { Protocol } from 'devtools-protocol/types/protocol.js';
import type { CdpSession } from '../browser/cdp.ts';
import { fromBrowser, toBrowser } from '../browser/origins.ts';
import type { Schemes } from '../browser/requests.ts';

export interface NavigationEvents {
  /** The page wants to go to another address by itself; false keeps it where it is. */
  readonly mayLeave: (url: string) => boolean;
  readonly arrived: (url: string) => void;
  readonly loaded: () => void;
}

/** Where a window's page is and may go. All addresses are the app's own form, as Electron shows them. */
export class Navigation {
  readonly #session: CdpSession;
  readonly #schemes: Schemes;
  readonly #events: NavigationEvents;
  #mainFrame = '';
  /** In the browser's form: where the app sends the page, and where it is. */
  #going: string | undefined;
  #current: string | undefined;

  constructor(session: CdpSession, schemes: Schemes, events: NavigationEvents) {
    this.#session = session;
    this.#schemes = schemes;
    this.#events = events;
    session.on('Fetch.requestPaused', (paused) => void this.#request(paused));
    session.on('Page.frameNavigated', ({ frame }) => this.#navigated(frame));
    session.on('Page.loadEventFired', () => this.#current !== undefined && events.loaded());
  }

  async start(): Promise<void> {
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    this.#mainFrame = frameTree.frame.id;
    await this.#session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  }

  /** Resolves when the page has loaded; rejects in the form of Electron's `loadURL`. */
  async load(url: string): Promise<void> {
    this.#going = toBrowser(url, this.#schemes.names);
    const loaded = new Promise<void>((resolve) => {
      const done = () => {
        this.#session.off('Page.loadEventFired', done);
        resolve();
      };
      this.#session.on('Page.loadEventFired', done);
    });
    const { errorText } = await this.#session.send('Page.navigate', { url: this.#going });
    if (errorText) throw new Error(`${errorText.replace('net::', '')} loading '${url}'`);
    await loaded;
  }

  async reload(): Promise<void> {
    this.#going = this.#current;
    await this.#session.tell('Page.reload');
  }

  async #request(paused: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, resourceType, frameId, request } = paused;
    const leaves = resourceType === 'Document' && frameId === this.#mainFrame && request.url !== this.#going;
    if (!leaves || this.#events.mayLeave(this.#appForm(request.url))) return this.#schemes.answer(this.#session, paused);
    return this.#session.tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }

  #navigated(frame: Protocol.Page.Frame): void {
    if (frame.parentId !== undefined) return;
    const url = fromBrowser(frame.url, this.#schemes.names);
    if (url !== undefined) {
      this.#current = frame.url + (frame.urlFragment ?? '');
      this.#events.arrived(url);
    } else if (this.#current !== undefined) {
      // Addresses that make no request, such as about:blank, cannot be refused beforehand: the page is brought back.
      this.#going = this.#current;
      void this.#session.tell('Page.navigate', { url: this.#current });
    }
  }

  #appForm(url: string): string {
    return fromBrowser(url, this.#schemes.names) ?? url;
  }
}
