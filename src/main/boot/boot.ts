import { app } from 'electron';
import type { Engine, EngineOptions, Ports } from '../../core/engine.ts';
import { openStores } from '../appearance/stores.ts';
import { answerRequests } from '../ipc/answer-requests.ts';
import { serveRenderer } from '../protocol/serve-renderer.ts';
import { protectSession } from '../windows/protect.ts';
import { beforeReady, type Claimed } from './before-ready.ts';
import { endWith } from './end.ts';
import { openWindows } from './open-windows.ts';
import { resourcesFolder } from './resources-folder.ts';
import { Steps } from './steps.ts';

export interface Boot {
  readonly ports: Ports;
  readonly createEngine: (ports: Ports, options: EngineOptions) => Engine;
}

/** Brings the app up, or hands over to the one that runs already. */
export async function boot(given: Boot): Promise<void> {
  const claimed = await Steps.from<Boot>().step('before ready', beforeReady).run(given, given.ports);
  if (claimed.first) await steps().run(claimed, given.ports);
  else app.quit();
}

function steps() {
  return Steps.from<Boot & Claimed>()
    .step('ready', async () => ({ ready: await app.whenReady() }))
    .step('stores', openStores)
    .step('protection', protectSession)
    .step('engine', ({ createEngine, ports }) => ({ engine: createEngine(ports, { resources: resourcesFolder() }) }))
    .step('renderer files', serveRenderer)
    .step('windows', openWindows)
    .step('requests', answerRequests)
    .step('end', endWith)
    .step('first window', ({ launch, windows }) => ({ window: windows.launch(launch) }));
}
