import { expect, test } from 'vitest';
import { crossFaults } from './cross-faults.ts';
import { configSchema } from './schema.ts';

test('keys of Codex stand at Codex only, and what is not offered says why', () => {
  const config = configSchema.parse({
    providers: {
      box: { type: 'ollama', codex: {} },
      mine: { type: 'codex', codex: { min_request_interval: '1s', transport: 'websocket' } },
    },
    models: {
      definitions: { m: { provider: 'box', id: 'x', advanced: { codex: {} } }, n: { provider: 'mine', id: 'y', advanced: { codex: {} } } },
    },
  });
  expect(crossFaults(config).map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'providers.box.codex: belongs to providers of the type codex.',
    'providers.mine.codex.transport: websocket is not offered: it was never faster and had no better cache; leave it out or write http.',
    'models.definitions.m.advanced.codex: belongs to models of a provider of the type codex.',
  ]);
});
