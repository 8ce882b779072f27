import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Problem } from '../../shared/problem.ts';
import { loadConfig } from './load.ts';
import { configSchema } from './schema.ts';
import type { LoadConfigOptions } from './sources.ts';

let root = '';
let userFile = '';
let projectFile = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steiner-config-'));
  await mkdir(join(root, 'config'));
  await mkdir(join(root, 'project', '.steiner'), { recursive: true });
  userFile = join(root, 'config', 'config.yaml');
  projectFile = join(root, 'project', '.steiner', 'config.yaml');
});
afterEach(() => rm(root, { recursive: true, maxRetries: 10 }));

function load(vars: Record<string, string> = {}, options: Partial<LoadConfigOptions> = {}) {
  const paths = { config: join(root, 'config'), state: join(root, 'state'), cache: join(root, 'cache') };
  return loadConfig({ paths, project: join(root, 'project'), environment: { vars, home: root, platform: 'linux' }, ...options });
}

async function faults(yaml: string, vars: Record<string, string> = {}): Promise<Problem | 'no problem'> {
  await writeFile(userFile, yaml);
  const loaded = await load(vars);
  return loaded.ok ? 'no problem' : loaded.error;
}

function invalid(...lines: string[]): Problem {
  const many = lines.length > 1;
  return {
    code: 'config_invalid',
    message: [`The configuration has ${many ? `${lines.length} errors` : 'an error'}:`, ...lines.map((line) => `  ${line}`)].join('\n'),
    hint: many ? 'Correct the lines named above and try again.' : 'Correct the line named above and try again.',
    safe: 'No file was changed.',
  };
}

test('without files the defaults hold', async () => {
  expect(await load()).toEqual({ ok: true, value: { config: configSchema.parse({}), files: [], warnings: [] } });
});

test.each(['', '# only a comment\n', '---\n', 'null\n'])('an empty file %j is an empty layer', async (text) => {
  await writeFile(userFile, text);
  expect(await load()).toEqual({ ok: true, value: { config: configSchema.parse({}), files: [userFile], warnings: [] } });
});

test('a trusted project merges over the user map by map, and lists are replaced', async () => {
  await writeFile(userFile, 'limits: {max_turns: 7, tool_timeouts: {bash: 1m}}\nsandbox: {env_passthrough: [A, B]}\n');
  await writeFile(projectFile, 'limits: {tool_timeouts: {read: 250ms}}\nsandbox: {env_passthrough: [C]}\n');
  const loaded = await load({ STEINER_TRUST_PROJECT_CONFIG: 'TRUE' });
  const config = configSchema.parse({
    limits: { max_turns: 7, tool_timeouts: { bash: '1m', read: '250ms' } },
    sandbox: { env_passthrough: ['C'] },
  });
  expect(loaded).toEqual({ ok: true, value: { config, files: [userFile, projectFile], warnings: [] } });
  expect(config.limits.tool_timeouts).toEqual({ bash: 60_000, read: 250 });
});

test('an untrusted project file is not even read, and that is said', async () => {
  await writeFile(projectFile, 'this: [is not valid');
  expect(await load({ STEINER_TRUST_PROJECT_CONFIG: '0' })).toEqual({
    ok: true,
    value: {
      config: configSchema.parse({}),
      files: [],
      warnings: [
        `The project's own settings in ${projectFile} are not applied, because this project is not trusted. To apply them for one run, give --trust-project-config or set STEINER_TRUST_PROJECT_CONFIG=1.`,
      ],
    },
  });
});

test('trust can also come from the caller', async () => {
  await writeFile(projectFile, 'limits: {max_turns: 3}');
  const loaded = await load({}, { projectTrusted: true });
  expect(loaded).toEqual({
    ok: true,
    value: { config: configSchema.parse({ limits: { max_turns: 3 } }), files: [projectFile], warnings: [] },
  });
});

test('variables are expanded before decoding, in values only', async () => {
  await writeFile(
    userFile,
    `limits: {max_turns: $TURNS}\nproviders:\n  $TURNS: {type: openai_compat, base_url: "\${URL:-http://localhost:1}", api_key: "\${TURNS}"}\n`,
  );
  const config = configSchema.parse({
    limits: { max_turns: 12 },
    providers: { $TURNS: { type: 'openai_compat', base_url: 'http://localhost:1', api_key: '12' } },
  });
  expect(await load({ TURNS: '12' })).toEqual({ ok: true, value: { config, files: [userFile], warnings: [] } });
});

test('the environment goes over every file', async () => {
  await writeFile(userFile, 'limits: {max_turns: 7}\nmodels: {profiles: {default: {default_model: a/b}}}\n');
  const loaded = await load({
    STEINER_MODEL: '42',
    STEINER_MAX_TURNS: '1',
    STEINER_MAX_TOKENS: '2',
    STEINER_TOOL_OUTPUT_MAX_BYTES: '2048',
    STEINER_MAX_PARALLEL_TOOLS: '',
  });
  const config = configSchema.parse({
    limits: { max_turns: 1, max_tokens: 2, tool_output_max_bytes: 2048 },
    models: { profiles: { default: { default_model: '42' } } },
  });
  expect(loaded).toEqual({ ok: true, value: { config, files: [userFile], warnings: [] } });
});

test('unknown keys are named with line, path and the nearest valid key', async () => {
  const problem = await faults(
    'limits:\n  max_turn: 3\nmodels:\n  definitions:\n    big: {provider: demo, id: x, retry: {attempts: 2}}\nzzzzzz: 1\n',
  );
  expect(problem).toEqual(
    invalid(
      `${userFile}:2: limits.max_turn: unknown key. Did you mean "max_turns"?`,
      `${userFile}:5: models.definitions.big.retry.attempts: unknown key. Allowed here: enabled, max_attempts, initial_backoff, max_backoff, retry_after_max.`,
      `${userFile}:6: zzzzzz: unknown key. Allowed here: ${Object.keys(configSchema.shape).join(', ')}.`,
    ),
  );
});

test('wrong values say what is allowed and never repeat a text that could be secret', async () => {
  const yaml = [
    'limits:',
    '  max_turns: many',
    '  max_tokens: 0.5',
    '  max_parallel_tools: 0',
    '  tool_timeout_default: 3 minutes',
    '  tool_timeouts: [1]',
    'sandbox:',
    '  enabled: on',
    '  network: maybe',
    '  env_passthrough: PATH',
    'providers:',
    '  a: {type: opnai, base_url: sk-secret}',
    '  b:',
    '  c: {type: ollama, api_key: 12}',
    'models:',
    '  definitions: {x: {id: y, retry: {max_attempts: 30}}}',
  ];
  const at = (line: number, text: string) => `${userFile}:${line}: ${text}`;
  const lines = [
    at(2, 'limits.max_turns: must be a number; found text.'),
    at(3, 'limits.max_tokens: must be a whole number; found 0.5.'),
    at(4, 'limits.max_parallel_tools: must be at least 1; found 0.'),
    at(5, 'limits.tool_timeout_default: must be a duration such as 250ms, 30s, 5m or 1h30m; found "3 minutes".'),
    at(6, 'limits.tool_timeouts: must be a map; found a list.'),
    at(8, 'sandbox.enabled: must be true or false; found text.'),
    at(9, 'sandbox.network: must be one of off, allowlist, host; found "maybe".'),
    at(10, 'sandbox.env_passthrough: must be a list; found text.'),
    at(
      12,
      'providers.a.type: must be one of anthropic, openai, codex, claude_subscription, openai_compat, openrouter, ollama, lmstudio, litellm, opencode_go, opencode_zen; found "opnai".',
    ),
    at(12, 'providers.a.base_url: must be a full address such as http://localhost:1234/v1; found text.'),
    'and 4 more',
  ];
  expect(await faults(yaml.join('\n'))).toEqual({
    ...invalid(...lines),
    message: ['The configuration has 14 errors:', ...lines.map((line) => `  ${line}`)].join('\n'),
  });
});

test('an address is http or https, and holds no credentials', async () => {
  expect(
    await faults('providers:\n  a: {type: openai_compat, base_url: "ftp://x/v1"}\n  b: {type: ollama, base_url: "http://me:pass@x/v1"}\n'),
  ).toEqual(
    invalid(
      `${userFile}:2: providers.a.base_url: must be a full address such as http://localhost:1234/v1; found text.`,
      `${userFile}:3: providers.b.base_url: must not hold a user name or password; use headers or api_key_env; found text.`,
    ),
  );
});

test('empty maps, missing settings and numbers for text are explained', async () => {
  const yaml = 'providers:\n  b:\n  c: {type: ollama, api_key: 12}\nmodels:\n  definitions: {x: {id: y, retry: {max_attempts: 30}}}\n';
  expect(await faults(yaml)).toEqual(
    invalid(
      `${userFile}:2: providers.b: must be a map; found nothing.`,
      `${userFile}:3: providers.c.api_key: must be text; found 12.`,
      `${userFile}:5: models.definitions.x.provider: is missing.`,
      `${userFile}:5: models.definitions.x.retry.max_attempts: must be at most 20; found 30.`,
    ),
  );
});

test('settings that contradict each other are found', async () => {
  const yaml =
    'providers:\n  box: {type: litellm}\nmodels:\n  definitions:\n    a: {provider: boxx, id: y}\n    b: {provider: elsewhere, id: y}\n';
  expect(await faults(yaml)).toEqual(
    invalid(
      `${userFile}:2: providers.box: base_url is missing; type litellm needs the address of the server.`,
      `${userFile}:5: models.definitions.a.provider: no provider is named "boxx". Did you mean "box"?`,
      `${userFile}:6: models.definitions.b.provider: no provider is named "elsewhere". Configured: demo, box.`,
    ),
  );
});

test('a wrong override names its variable', async () => {
  expect(await faults('', { STEINER_MAX_TURNS: 'lots' })).toEqual(
    invalid('environment variable STEINER_MAX_TURNS: limits.max_turns: must be a number; found text.'),
  );
});

test('unset variables are listed by line, path and name', async () => {
  expect(await faults(`limits:\n  max_turns: $B$A\nproviders:\n  x: {type: ollama, api_key: "\${KEY}"}\n`)).toEqual(
    invalid(
      `${userFile}:2: limits.max_turns: environment variable A is not set. Set it, or write \${A:-} to do without it.`,
      `${userFile}:2: limits.max_turns: environment variable B is not set. Set it, or write \${B:-} to do without it.`,
      `${userFile}:4: providers.x.api_key: environment variable KEY is not set. Set it, or write \${KEY:-} to do without it.`,
    ),
  );
});

test.each([
  ['limits: {max_turns: 3', 1, 'not valid YAML: Flow map in block collection must be sufficiently indented and end with a }'],
  ['limits:\n  max_turns: 3\n  max_turns: 4\n', 3, 'not valid YAML: Map keys must be unique'],
  ['a: 1\n---\nb: 2\n', 2, 'not valid YAML: a second document begins here; only one is read, so take the line of --- out'],
  ['- a\n- b\n', 1, 'must be a map of settings.'],
  ['just text', 1, 'must be a map of settings.'],
])('the file %j is refused with its line', async (text, line, message) => {
  expect(await faults(text)).toEqual(invalid(`${userFile}:${line}: ${message}`));
});

test('aliases that would blow up are refused', async () => {
  const levels = Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`).join(', ')}]`);
  expect(await faults(['a0: &a0 [x, x]', ...levels].join('\n'))).toEqual(
    invalid(`${userFile}:2: not usable YAML: Excessive alias count indicates a resource exhaustion attack.`),
  );
});

test.each([
  ['a folder', 'it is a folder, not a file', 'EISDIR', () => mkdir(userFile)],
  ['a pipe', 'it is not a regular file', 'EINVAL', () => promisify(execFile)('mkfifo', [userFile])],
  ['a link to a device', 'it is not a regular file', 'EINVAL', () => symlink('/dev/zero', userFile)],
  ['a file that grew', 'it is larger than 1 MiB', 'EFBIG', () => writeFile(userFile, '#'.repeat(1024 * 1024 + 1))],
  ['a link to itself', 'it is a symbolic link that leads back to itself', 'ELOOP', () => symlink(userFile, userFile)],
])('%s in place of the file is explained', async (_, reason, detail, make) => {
  await make();
  expect(await load()).toEqual({
    ok: false,
    error: {
      code: 'config_invalid',
      message: `The configuration file ${userFile} could not be read: ${reason}.`,
      hint: 'Make it a file that you can read, or move it away to go on without it.',
      safe: 'No file was changed.',
      detail,
    },
  });
});

test('a role must name a model that is there; the nearest one is named', async () => {
  const profiles = 'default: {default_model: box/m, advisor: bog/m, sub_agents: {code: wise, review: wiser#high}, oneshot: {plan: ""}}';
  const yaml = `providers: {box: {type: ollama}}\nmodels:\n  definitions: {wiser: {provider: box, id: x}}\n  profiles:\n    ${profiles}\n`;
  expect(await faults(yaml)).toEqual(
    invalid(
      `${userFile}:5: models.profiles.default.advisor: no model is named "bog/m". Did you mean "box/…"?`,
      `${userFile}:5: models.profiles.default.sub_agents.code: no model is named "wise". Did you mean "wiser"?`,
    ),
  );
});

test('what has no effect, and old names, are said', async () => {
  await writeFile(
    userFile,
    'mcp: {servers: {x: {command: y}}}\nsub_agent: {max_parallel: 2, max_follow_ups: 1}\nproject_context: {max_tokens: 1000}\n',
  );
  const loaded = await load();
  expect(loaded.ok && loaded.value.warnings).toEqual([
    'project_context.max_tokens is an old name: it counts as max_bytes: 4000.',
    'mcp.servers.x.command has no effect: MCP servers are not started in this version.',
    'sub_agent.max_follow_ups has no effect: a child takes no further messages in this version.',
  ]);
});

test('variables set single keys, with the type of the key', async () => {
  const loaded = await load({
    STEINER_TUI_FPS: '30',
    STEINER_SUB_AGENTS_MAX_PARALLEL: '5',
    STEINER_LOG_LEVEL: 'debug',
    STEINER_LOG_FILE: '/7',
  });
  expect(loaded.ok && [loaded.value.config.tui.fps, loaded.value.config.sub_agent.max_parallel, loaded.value.config.logging]).toMatchObject(
    [30, 5, { level: 'debug', file: '/7' }],
  );
});
