import type { ModelChoice } from '../../shared/ipc.ts';
import type { Core } from './core.ts';
import { openLayer } from './layers.ts';

export function modelCommands(core: Core) {
  return {
    loadModels: () => loadModels(core),
    openModels: () => openModels(core),
    refreshModels: () => refreshModels(core),
    setFavouriteModel: (model: ModelChoice, favourite: boolean) => setFavourite(core, model, favourite),
  };
}

export async function loadModels(core: Core): Promise<void> {
  core.update(() => ({ models: { state: 'loading' } }));
  const answer = await core.client.request('models.list', {});
  core.update(() => ({ models: answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', problem: answer.error } }));
}

async function openModels(core: Core): Promise<void> {
  openLayer(core, 'models');
  if (core.get().models.state === 'failed') await loadModels(core);
  const listings = await core.client.request('models.listings', {});
  if (listings.ok) core.update(() => ({ listings: { state: 'ready', value: listings.value } }));
}

/** Asks every provider for its list. What they list comes by itself; who did not answer is shown with the list. */
async function refreshModels(core: Core): Promise<void> {
  core.update(() => ({ listings: { state: 'loading' } }));
  const answer = await core.client.request('models.refresh', {});
  core.update(() => ({ listings: answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', problem: answer.error } }));
}

async function setFavourite(core: Core, { provider, id }: ModelChoice, favourite: boolean): Promise<void> {
  await core.ask('models.favourite', { provider, id, favourite });
}
