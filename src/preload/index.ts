import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { EVENT_CHANNEL, REQUEST_CHANNEL } from '../shared/channels.ts';
import type { SteinerBridge, Upward } from '../shared/ipc.ts';

const bridge: SteinerBridge = {
  request: (name, input) => ipcRenderer.invoke(REQUEST_CHANNEL, name, input),
  listen: (listener) => {
    const forward = (_event: IpcRendererEvent, batch: readonly Upward[]) => listener(batch);
    ipcRenderer.on(EVENT_CHANNEL, forward);
    return () => {
      ipcRenderer.removeListener(EVENT_CHANNEL, forward);
    };
  },
};

contextBridge.exposeInMainWorld('steiner', bridge);
