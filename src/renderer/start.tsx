import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import type { Client } from './bridge/client.ts';
import type { Notifier } from './bridge/notifier.ts';
import { createCommands } from './store/commands.ts';
import { createCore } from './store/core.ts';
import { notifyOfWaiting } from './store/notifications.ts';
import { receive } from './store/receive.ts';
import { keepOverReload, type PageMemory } from './store/reload.ts';

export interface Surroundings {
  /** Outlives a reload. */
  readonly memory: PageMemory;
  readonly desktop: Notifier;
}

/** Builds the window around a host and puts it on the page. */
export function start(client: Client, root: HTMLElement, { memory, desktop }: Surroundings): void {
  const core = createCore(client);
  keepOverReload(core, memory);
  notifyOfWaiting(core, desktop);
  const commands = createCommands(core);
  client.listen((batch) => {
    receive(core, batch);
    if (batch.some(({ type }) => type === 'settings')) void commands.settingsChanged();
  });
  window.addEventListener('focus', () => {
    if (core.get().listed) void commands.listSessions();
  });
  createRoot(root).render(<App handle={{ store: core.store, commands }} />);
  void commands.boot();
}
