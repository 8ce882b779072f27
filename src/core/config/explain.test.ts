import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ConfigOptions, explainConfig } from './explain.ts';

let root = '';
let userFile = '';
let projectFile = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steiner-explain-'));
  await mkdir(join(root, 'project', '.steiner'), { recursive: true });
  userFile = join(root, 'config.yaml');
  projectFile = join(root, 'project', '.steiner', 'config.yaml');
});
afterEach(() => rm(root, { recursive: true, maxRetries: 10 }));

interface Run extends ConfigOptions {
  readonly vars?: Record<string, string>;
  readonly projectTrusted?: boolean;
  readonly instead?: string;
}

async function explain({ vars = {}, ...options }: Run = {}) {
  const paths = { config: root, state: root, cache: root };
  const environment = { vars, home: root, platform: 'linux' } as const;
  const explained = await explainConfig({ paths, environment, project: join(root, 'project'), ...options });
  if (!explained.ok) throw new Error(explained.error.message);
  return explained.value.report;
}

/** The settings that somebody decided, as `key=value` with the source. */
async function decided(run: Run = {}) {
  const { settings } = await explain(run);
  return settings
    .filter(({ source }) => source.type !== 'default')
    .map(({ key, value, source }) => [`${key}=${JSON.stringify(value)}`, source]);
}

test('without files every setting is a default, as a file would say it', async () => {
  const { settings, warnings } = await explain();
  expect(warnings).toEqual([]);
  expect(settings.every(({ source }) => source.type === 'default')).toBe(true);
  const limits = settings.filter(({ key }) => key.startsWith('limits.')).map(({ key, value }) => [key, value]);
  expect(limits).toEqual([
    ['limits.max_turns', 50],
    ['limits.max_tokens', 500_000],
    ['limits.tool_timeout_default', '30s'],
    ['limits.tool_timeouts', {}],
    ['limits.tool_output_max_bytes', 65_536],
    ['limits.max_parallel_tools', 4],
    ['limits.resume_at_reset', true],
  ]);
});

test('each value names the file and line, variable or option that decided it', async () => {
  await writeFile(
    userFile,
    'limits:\n  max_turns: 7\n  max_tokens: 9\n  tool_timeouts:\n    bash: 90s\nsandbox:\n  env_passthrough: [A, B]\n',
  );
  await writeFile(projectFile, 'limits:\n  max_tokens: 10\n  tool_timeouts: {read: 1500ms}\nsandbox:\n  env_passthrough:\n    - C\n');
  const vars = { STEINER_MAX_TURNS: '3' };
  expect(await decided({ vars, projectTrusted: true, model: 'p/m', unsafe: true })).toEqual([
    ['models.profiles.default.default_model="p/m"', { type: 'option', option: '--model' }],
    ['limits.max_turns=3', { type: 'environment', variable: 'STEINER_MAX_TURNS' }],
    ['limits.max_tokens=10', { type: 'project', file: projectFile, line: 2 }],
    ['limits.tool_timeouts.bash="90s"', { type: 'user', file: userFile, line: 5 }],
    ['limits.tool_timeouts.read="1500ms"', { type: 'project', file: projectFile, line: 3 }],
    ['sandbox.enabled=false', { type: 'option', option: '--unsafe' }],
    ['sandbox.env_passthrough=["C"]', { type: 'project', file: projectFile, line: 5 }],
  ]);
});

test('a profile counts in the place of default, below the variable and the option that name a model', async () => {
  await writeFile(
    userFile,
    'providers: { a: { type: ollama }, w: { type: ollama } }\nmodels:\n  profiles:\n    default: { default_model: a/b, advisor: a/adv }\n    work: { default_model: w/b, sub_agents: { explore: w/x } }\n',
  );
  const roles = async (run: Run) =>
    (await decided(run))
      .filter(([key]) => String(key).startsWith('models.profiles.default'))
      .map(([key, source]) => [key, (source as { type: string }).type]);
  expect(await roles({ profile: 'work' })).toEqual([
    ['models.profiles.default.default_model="w/b"', 'option'],
    ['models.profiles.default.advisor="a/adv"', 'user'],
    ['models.profiles.default.sub_agents.explore="w/x"', 'option'],
  ]);
  expect((await roles({ profile: 'work', vars: { STEINER_MODEL: 'e/m' } }))[0]).toEqual([
    'models.profiles.default.default_model="e/m"',
    'environment',
  ]);
  expect((await roles({ profile: 'work', model: 'o/m' }))[0]).toEqual(['models.profiles.default.default_model="o/m"', 'option']);
  await expect(explain({ profile: 'wrok' })).rejects.toThrow('There is no profile "wrok". Did you mean "work"?');
});

test("a file that is named takes the place of the project's own, trusted or not, and must be there", async () => {
  await writeFile(userFile, 'limits: { max_turns: 3, max_tokens: 9 }\n');
  await writeFile(projectFile, 'limits: { max_turns: 4 }\nsandbox: { enabled: false }\n');
  const instead = join(root, 'other.yaml');
  await expect(explain({ instead })).rejects.toThrow(`${instead} could not be read: there is no such file.`);
  await writeFile(instead, 'limits: { max_turns: 5 }\n');
  const { settings, warnings } = await explain({ instead });
  expect([settings.filter(({ source }) => source.type !== 'default').map(({ key, value }) => [key, value]), warnings]).toEqual([
    [
      ['limits.max_turns', 5],
      ['limits.max_tokens', 9],
    ],
    [],
  ]);
});

test('a value behind an alias has the line of what holds the alias', async () => {
  await writeFile(userFile, 'sandbox: &box\n  max_processes: 20\nlimits:\n  tool_timeouts: &t {bash: 1s}\n');
  await writeFile(projectFile, 'models:\n  definitions:\n    m: {provider: demo, id: x, params: &p {top: {k: 1}}, extra_params: *p}\n');
  expect(await decided({ projectTrusted: true })).toContainEqual([
    'models.definitions.m.extra_params.top.k=1',
    { type: 'project', file: projectFile, line: 3 },
  ]);
});

test('a project that is not trusted changes nothing, and that is said', async () => {
  await writeFile(projectFile, 'limits: {max_turns: 1}');
  expect(await decided()).toEqual([]);
  expect((await explain()).warnings).toEqual([expect.stringContaining(`settings in ${projectFile} are not applied`)]);
});

test('no secret is shown, wherever it was written', async () => {
  const secret = 's3cr3t';
  await writeFile(
    userFile,
    [
      'providers:',
      '  box:',
      `    {type: openai, api_key: '\${KEY}', api_key_env: KEY, base_url: 'https://h/v1?k=${secret}&n=', headers: {X-One: ${secret}}}`,
      'models:',
      `  definitions: {gpt-4.1: {provider: box, id: x, extra_params: {auth: {access_token: ${secret}}, max_tokens: 5, list: [{password: ${secret}}]}}}`,
      `fetch: {proxy: 'http://me:${secret}@proxy:3128'}`,
      `search: {backend: kagi, kagi_api_key: ${secret}, brave_api_key: ${secret}}`,
    ].join('\n'),
  );
  const shown = await explain({ vars: { KEY: secret } });
  expect(JSON.stringify(shown)).not.toContain(secret);
  const values = Object.fromEntries(shown.settings.map(({ key, value }) => [key, value]));
  expect(values).toMatchObject({
    'providers.box.api_key': '(set)',
    'providers.box.api_key_env': 'KEY',
    'providers.box.base_url': 'https://h/v1?k=(set)&n=',
    'providers.box.headers.X-One': '(set)',
    'models.definitions."gpt-4.1".extra_params.auth.access_token': '(set)',
    'models.definitions."gpt-4.1".extra_params.max_tokens': 5,
    'models.definitions."gpt-4.1".extra_params.list': [{ password: '(set)' }],
    'fetch.proxy': 'http://(set)@proxy:3128',
    'search.kagi_api_key': '(set)',
  });
});

test('a configuration that cannot be used is the same problem as elsewhere', async () => {
  await writeFile(userFile, 'limitz: {}');
  await expect(explain()).rejects.toThrow(`${userFile}:1: limitz: unknown key. Did you mean "limits"?`);
});
