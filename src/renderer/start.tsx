import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import type { Client } from './bridge/client.ts';
import { createCommands } from './store/commands.ts';
import { createCore } from './store/core.ts';
import { receive } from './store/receive.ts';
import { keepOverReload, type PageMemory } from './store/reload.ts';

/** Builds the window around a host and puts it on the page. `memory` outlives a reload. */
export function start(client: Client, root: HTMLElement, memory: PageMemory): void {
  const core = createCore(client);
  keepOverReload(core, memory);
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
