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

test('a time limit of a tool that is not there names the nearest one; own tools and those of servers have limits as well', () => {
  const config = configSchema.parse({
    limits: { tool_timeouts: { bahs: '5s', bash: '5s', mcp__box__look: '5s', lsp_hover: '5s', ticket: '5s', zzzzzz: '5s' } },
    tools: { ticket: { exec: './t', description: 'd' } },
  });
  expect(crossFaults(config).map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'limits.tool_timeouts.bahs: no tool is named "bahs". Did you mean "bash"?',
    expect.stringMatching(
      /^limits\.tool_timeouts\.zzzzzz: no tool is named "zzzzzz"\. The tools are advisor, .*, ticket, and mcp__… of servers\.$/,
    ),
  ]);
});
