/**
 * Runs in a world of its own before the page's first script: gives the preload script the `electron` it asks for.
 * `steinerCrossing`, `steinerPreload` and `steinerHostSend` are given by the host, the first two as arguments of the wrapping function.
 */
import type { ContextBridge } from 'electron';
import { encode } from '../wire/codec.ts';
import { RECEIVER, type ToHost } from '../wire/messages.ts';
import { Crossing, EXPOSE } from './crossing.ts';
import { HostIpcRenderer } from './ipc-renderer.ts';
import { reportWindow } from './window-report.ts';

declare const steinerCrossing: string;
declare const steinerPreload: (require: (name: string) => unknown) => void;
declare const steinerHostSend: (text: string) => void;

function start(): void {
  const crossing = new Crossing(`${steinerCrossing}-preload`, `${steinerCrossing}-page`);
  const ipcRenderer = new HostIpcRenderer(steinerHostSend);
  const contextBridge = {
    exposeInMainWorld: (key, api) => void crossing.call(EXPOSE, [key, api]),
  } satisfies Pick<ContextBridge, 'exposeInMainWorld'>;
  Object.defineProperty(globalThis, RECEIVER, { value: (texts: readonly string[]) => ipcRenderer.receive(texts) });
  reportWindow((report) => steinerHostSend(encode({ type: 'window', report } satisfies ToHost)));
  steinerPreload((name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error(`module not found: ${name}`);
  });
}

if (window === window.top) start();
