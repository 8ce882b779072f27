import { EventEmitter } from 'node:events';
import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import type { HostWebContents } from '../windows/web-contents.ts';

type Handler = Parameters<IpcMain['handle']>[1];
type Implemented = Pick<
  IpcMain,
  'handle' | 'handleOnce' | 'removeHandler' | 'on' | 'once' | 'off' | 'removeListener' | 'removeAllListeners'
>;

export class HostIpcMain extends EventEmitter implements Implemented {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** Runs the handler of an `invoke`; what it throws, and a missing handler, come out as a rejection. */
  async invoked(contents: HostWebContents, channel: string, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return handler(originOf(contents) as unknown as IpcMainInvokeEvent, ...args);
  }

  sent(contents: HostWebContents, channel: string, args: readonly unknown[]): void {
    const event = { ...originOf(contents), reply: (to: string, ...rest: unknown[]) => contents.send(to, ...rest) };
    this.emit(channel, event as unknown as IpcMainEvent, ...args);
  }
}

function originOf(contents: HostWebContents) {
  const frame = contents.mainFrame;
  return { type: 'frame', sender: contents, senderFrame: frame, frameId: frame.routingId, processId: frame.processId } as const;
}
