import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configSchema } from '../src/core/config/schema.ts';
import { createSystemClock } from '../src/core/lib/clock.ts';
import { createRandomIds } from '../src/core/lib/ids.ts';
import { createDiscovery } from '../src/core/providers/listing/discovery.ts';
import { createListingCache } from '../src/core/providers/listing/listing-cache.ts';
import { createModels } from '../src/core/providers/models.ts';
import { median } from './lib/figures.ts';
import { atMost, type Row } from './lib/report.ts';

const MODELS = 2_000;
const RUNS = 9;
const ADDRESS = 'http://127.0.0.1:1/v1';

/** From a list on disk to every model with what is known of it, as at a start: nothing is asked, the first run loads the catalogue and does not count. */
export async function benchModels(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'steiner-bench-models-'));
  try {
    const models = Array.from({ length: MODELS }, (_, index) => ({ id: `lab-${index % 40}/model-${index}`, contextWindow: 8_192 + index }));
    const endpoint = { name: 'gateway', type: 'litellm', baseUrl: ADDRESS } as const;
    await createListingCache(folder).write(endpoint, { fetchedAt: Date.now(), models });
    const times: number[] = [];
    const work: number[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const { found, ms, cpu } = await resolveAll(folder);
      if (found < MODELS) throw new Error(`only ${found} models were found`);
      if (run === 0) continue;
      times.push(ms);
      work.push(cpu);
    }
    return [
      {
        figure: `${MODELS.toLocaleString('en')} listed models resolved after a start`,
        unit: 'ms',
        ours: median(times),
        bare: '–',
        target: atMost(50),
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function resolveAll(folder: string): Promise<{ readonly found: number; readonly ms: number; readonly cpu: number }> {
  const config = configSchema.parse({ providers: { gateway: { type: 'litellm', base_url: ADDRESS } } });
  const environment = { vars: {}, home: folder, platform: 'linux' } as const;
  const ports = {
    clock: createSystemClock(),
    ids: createRandomIds(),
    fetch,
    environment,
    paths: { config: folder, state: folder, cache: folder },
  };
  const began = performance.now();
  const before = process.cpuUsage();
  const choices = await createModels(config, ports, createDiscovery(config, ports)).list();
  const { user, system } = process.cpuUsage(before);
  return { found: choices.length, ms: performance.now() - began, cpu: (user + system) / 1_000 };
}
