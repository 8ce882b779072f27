import type { CdpSession } from '../browser/cdp.ts';
import { decode, encode } from '../wire/codec.ts';
import { BINDING, PRELOAD_WORLD, RECEIVER, type ToHost, type ToPage } from '../wire/messages.ts';

export interface PageScripts {
  /** Text of the script for the page's own world, and for the preload's. */
  readonly mainWorld: string;
  readonly preloadWorld: string;
}

/**
 * The two-way channel between the host and the preload world of one window.
 * What is sent in one turn of the event loop travels together; what is sent while no page is there is dropped.
 */
export class PageChannel {
  readonly #session: CdpSession;
  #mainFrame = '';
  #context: number | undefined;
  #outbox: string[] = [];

  constructor(session: CdpSession, receive: (message: ToHost) => void) {
    this.#session = session;
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === PRELOAD_WORLD && context.auxData?.frameId === this.#mainFrame) this.#context = context.id;
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (this.#context === executionContextId) this.#context = undefined;
    });
    session.on('Runtime.executionContextsCleared', () => {
      this.#context = undefined;
    });
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === BINDING && executionContextId === this.#context) receive(decode(payload) as ToHost);
    });
  }

  /** `preload` is the source of the app's preload script, in CommonJS. */
  async install(scripts: PageScripts, preload: string, crossing: string): Promise<void> {
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    this.#mainFrame = frameTree.frame.id;
    await this.#session.send('Runtime.addBinding', { name: BINDING, executionContextName: PRELOAD_WORLD });
    await this.#addScript(`(function(steinerCrossing){${scripts.mainWorld}\n})(${JSON.stringify(crossing)})`);
    const wrapped = `function(require){const module={exports:{}},exports=module.exports;${preload}\n}`;
    const source = `(function(steinerCrossing,steinerPreload){${scripts.preloadWorld}\n})(${JSON.stringify(crossing)},${wrapped})`;
    await this.#addScript(source, PRELOAD_WORLD);
    await this.#session.send('Runtime.enable');
  }

  /** Encodes at once, so that what cannot be cloned throws at the caller. */
  post(message: ToPage): void {
    this.#outbox.push(encode(message));
    if (this.#outbox.length === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const value = this.#outbox;
    this.#outbox = [];
    if (this.#context === undefined) return;
    const functionDeclaration = `function(texts){${RECEIVER}(texts)}`;
    void this.#session.tell('Runtime.callFunctionOn', { functionDeclaration, executionContextId: this.#context, arguments: [{ value }] });
  }

  async #addScript(source: string, worldName?: string): Promise<void> {
    await this.#session.send('Page.addScriptToEvaluateOnNewDocument', { source, ...(worldName === undefined ? {} : { worldName }) });
  }
}
