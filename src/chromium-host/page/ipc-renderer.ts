import type { IpcRenderer, IpcRendererEvent } from 'electron';
import { decode, encode } from '../wire/codec.ts';
import type { ToHost, ToPage } from '../wire/messages.ts';

type Listener = Parameters<IpcRenderer['on']>[1];

interface Settle {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

type Chained = 'on' | 'once' | 'off' | 'removeListener' | 'removeAllListeners';
/** The chaining methods return this object, which is not all of Electron's. */
type Implemented = Pick<IpcRenderer, 'invoke' | 'send'> & { [N in Chained]: (...args: Parameters<IpcRenderer[N]>) => unknown };

/** The sending and listening half of IPC in the preload. `deliver` takes text to the host. */
export class HostIpcRenderer implements Implemented {
  readonly #deliver: (text: string) => void;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #waiting = new Map<number, Settle>();
  #last = 0;

  constructor(deliver: (text: string) => void) {
    this.#deliver = deliver;
  }

  async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
    const id = ++this.#last;
    this.#post({ type: 'invoke', id, channel, args });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  send(channel: string, ...args: unknown[]): void {
    this.#post({ type: 'send', channel, args });
  }

  on(channel: string, listener: Listener): this {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener]);
    return this;
  }

  once(channel: string, listener: Listener): this {
    const single: Listener = (event, ...args) => {
      this.removeListener(channel, single);
      listener(event, ...args);
    };
    return this.on(channel, single);
  }

  off(channel: string, listener: Listener): this {
    return this.removeListener(channel, listener);
  }

  removeListener(channel: string, listener: (...args: never[]) => void): this {
    const left = (this.#listeners.get(channel) ?? []).filter((one) => one !== listener);
    this.#listeners.set(channel, left);
    return this;
  }

  removeAllListeners(channel?: string): this {
    if (channel === undefined) this.#listeners.clear();
    else this.#listeners.delete(channel);
    return this;
  }

  /** Takes what the host sent, in order. A listener that throws does not keep the rest from being delivered. */
  receive(texts: readonly string[]): void {
    for (const text of texts) this.#take(decode(text) as ToPage);
  }

  #take(message: ToPage): void {
    if (message.type === 'event') this.#emit(message.channel, message.args);
    else this.#settle(message);
  }

  #emit(channel: string, args: readonly unknown[]): void {
    const event = { sender: this, ports: [] } as unknown as IpcRendererEvent;
    for (const listener of this.#listeners.get(channel) ?? []) {
      try {
        listener(event, ...args);
      } catch (error) {
        reportError(error);
      }
    }
  }

  #settle(reply: Extract<ToPage, { type: 'reply' }>): void {
    const settle = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.ok) settle?.resolve(reply.value);
    else settle?.reject(new Error(reply.error));
  }

  #post(message: ToHost): void {
    this.#deliver(encodeOrExplain(message));
  }
}

function encodeOrExplain(message: ToHost): string {
  try {
    return encode(message);
  } catch {
    throw new Error('An object could not be cloned.');
  }
}
