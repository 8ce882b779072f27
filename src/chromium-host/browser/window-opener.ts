import { randomUUID } from 'node:crypto';
import type { Protocol } from 'devtools-protocol/types/protocol.js';
import type { CdpSession } from './cdp.ts';
import { type Chromium, startChromium } from './chromium.ts';
import type { BrowserFlags } from './flags.ts';

export interface WindowRequest {
  readonly bounds: BrowserFlags['bounds'];
  /** CSS colour shown before the page paints. */
  readonly background: string;
}

/** A window that was opened: its target, and the session that drives it. */
export interface OpenedWindow {
  readonly chromium: Chromium;
  readonly targetId: string;
  readonly session: CdpSession;
  /** Settles when the window is gone, whoever closed it. */
  readonly closed: Promise<void>;
}

export interface OpenerOptions {
  readonly executable: string;
  /** Asked when a browser starts, because the app may move its folders until then. */
  readonly flags: () => Omit<BrowserFlags, 'bounds' | 'firstPage'>;
  /** Runs once per browser, before its first window is handed out. */
  readonly prepare: (chromium: Chromium) => Promise<void>;
}

/**
 * Opens windows without tabs and address bar. The first one starts the browser with `--app`; the next ones are pop-ups of a
 * living one, because only those keep that form. A page of any other origin (a pop-up of the page, Ctrl+T) is closed at sight.
 */
export class WindowOpener {
  readonly #options: OpenerOptions;
  readonly #windows = new Map<string, OpenedWindow>();
  readonly #claimed = new Set<string>();
  readonly #ends = new Map<string, () => void>();
  readonly #expected = new Map<string, (targetId: string) => void>();
  #chromium: Chromium | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #ending: Promise<void> = Promise.resolve();

  constructor(options: OpenerOptions) {
    this.#options = options;
  }

  open(request: WindowRequest): Promise<OpenedWindow> {
    const opening = this.#turn.then(() => this.#open(request));
    this.#turn = opening.catch(() => {});
    return opening;
  }

  async close(): Promise<void> {
    this.#dismiss();
    await this.#ending;
  }

  async #open(request: WindowRequest): Promise<OpenedWindow> {
    const token = randomUUID();
    const appeared = new Promise<string>((resolve) => this.#expected.set(token, resolve));
    const opener = [...this.#windows.values()].at(-1);
    if (opener) await popUp(opener.session, token, request);
    const chromium = opener?.chromium ?? (await this.#start(token, request));
    const targetId = await Promise.race([appeared, chromium.exited.then(() => Promise.reject(new Error('the browser closed')))]);
    return this.#attach(chromium, targetId);
  }

  async #start(token: string, request: WindowRequest): Promise<Chromium> {
    await this.#ending;
    const firstPage = `data:text/html;charset=utf-8,${encodeURIComponent(blank(token, request.background))}`;
    const flags = { ...this.#options.flags(), bounds: request.bounds, firstPage };
    const chromium = await startChromium(this.#options.executable, flags);
    this.#chromium = chromium;
    void chromium.exited.then(() => this.#lost(chromium));
    const browser = chromium.cdp.browser;
    browser.on('Target.targetCreated', ({ targetInfo }) => this.#see(targetInfo));
    browser.on('Target.targetInfoChanged', ({ targetInfo }) => this.#see(targetInfo));
    browser.on('Target.targetDestroyed', ({ targetId }) => this.#end(targetId));
    await this.#options.prepare(chromium);
    await browser.send('Target.setDiscoverTargets', { discover: true });
    return chromium;
  }

  async #attach(chromium: Chromium, targetId: string): Promise<OpenedWindow> {
    const closed = new Promise<void>((resolve) => this.#ends.set(targetId, resolve));
    const { sessionId } = await chromium.cdp.browser.send('Target.attachToTarget', { targetId, flatten: true });
    const opened = { chromium, targetId, session: chromium.cdp.session(sessionId), closed };
    this.#windows.set(targetId, opened);
    void closed.then(() => chromium.cdp.forget(sessionId));
    return opened;
  }

  #see(target: Protocol.Target.TargetInfo): void {
    if (target.type !== 'page' || this.#claimed.has(target.targetId)) return;
    for (const [token, resolve] of this.#expected) {
      if (!target.url.includes(token)) continue;
      this.#expected.delete(token);
      this.#claimed.add(target.targetId);
      resolve(target.targetId);
      return;
    }
    const stranger = target.url !== '' && !target.url.startsWith('devtools:');
    if (stranger) void this.#chromium?.cdp.browser.tell('Target.closeTarget', { targetId: target.targetId });
  }

  #end(targetId: string): void {
    this.#windows.delete(targetId);
    this.#claimed.delete(targetId);
    this.#ends.get(targetId)?.();
    this.#ends.delete(targetId);
    if (this.#windows.size === 0) this.#dismiss();
  }

  /** A browser without windows could not open one of our form again, and holds the profile. */
  #dismiss(): void {
    const chromium = this.#chromium;
    this.#chromium = undefined;
    if (chromium) this.#ending = chromium.close();
  }

  #lost(chromium: Chromium): void {
    if (this.#chromium === chromium) this.#chromium = undefined;
    for (const [targetId, window] of this.#windows) if (window.chromium === chromium) this.#end(targetId);
  }
}

function blank(token: string, background: string): string {
  return `<!doctype html><title>Steiner</title><style>html{background:${background}}</style><!--${token}-->`;
}

async function popUp(session: CdpSession, token: string, { bounds }: WindowRequest): Promise<void> {
  const place = bounds.x === undefined || bounds.y === undefined ? '' : `,left=${bounds.x},top=${bounds.y}`;
  const features = `popup,noopener,width=${bounds.width},height=${bounds.height}${place}`;
  const expression = `void window.open('about:blank#${token}', '_blank', '${features}')`;
  await session.send('Runtime.evaluate', { expression, userGesture: true });
}
