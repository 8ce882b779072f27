import { chmod, mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SettingsWrite, SettingsWritten } from '../../../shared/settings-report.ts';
import { readSettings, type SettingsPlace, writeSettings } from './settings-editor.ts';

let base: string;
let file: string;
let place: SettingsPlace & { readonly project: { readonly path: string; readonly trusted: boolean } };

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'steiner-settings-')));
  const paths = { config: join(base, 'config'), state: join(base, 'state'), cache: join(base, 'cache') };
  const environment = { vars: { TURNS: '7' }, home: base, platform: 'linux' } as const;
  place = { paths, environment, project: { path: join(base, 'project'), trusted: true } };
  file = join(paths.config, 'config.yaml');
  await mkdir(paths.config);
  await mkdir(join(base, 'project', '.steiner'), { recursive: true });
});

afterEach(() => rm(base, { recursive: true, force: true, maxRetries: 10 }));

async function write(changes: SettingsWrite['changes'], scope: SettingsWrite['scope'] = 'user'): Promise<SettingsWritten> {
  const { user, project } = await readSettings(place);
  const { stamp } = scope === 'user' ? user : (project ?? user);
  const written = await writeSettings(place, { scope, stamp, changes });
  if (!written.ok) throw new Error(written.error.message);
  return written.value;
}

test('each file says what it holds, with variables by name and no secret', async () => {
  await writeFile(
    file,
    [
      'providers:',
      '  a: { type: openai, api_key: sk-secret, headers: { x-team: blue } }',
      `  b: { type: openai, api_key: "\${TEAM_KEY}" }`,
      `  c: { type: openai, api_key: "\${TEAM_KEY:-sk-spare}", base_url: "https://h/v1?token=abc" }`,
      'limits: { max_turns: $TURNS }',
      '',
    ].join('\n'),
  );
  const { user } = await readSettings(place);
  expect(user.settings).toEqual([
    { key: 'providers.a.type', value: 'openai', line: 2 },
    { key: 'providers.a.api_key', value: '(set)', line: 2 },
    { key: 'providers.a.headers.x-team', value: '(set)', line: 2 },
    { key: 'providers.b.type', value: 'openai', line: 3 },
    { key: 'providers.b.api_key', value: `\${TEAM_KEY}`, line: 3 },
    { key: 'providers.c.type', value: 'openai', line: 4 },
    { key: 'providers.c.api_key', value: '(set)', line: 4 },
    { key: 'providers.c.base_url', value: 'https://h/v1?token=(set)', line: 4 },
    { key: 'limits.max_turns', value: '$TURNS', line: 5 },
  ]);
  expect(user.faults.map(({ key, line }) => [key, line])).toEqual([['providers.b.api_key', 3]]);
});

test('what counts comes with its source once no file has a fault', async () => {
  await writeFile(file, 'limits: { max_turns: $TURNS }\n');
  await writeFile(join(place.project.path, '.steiner', 'config.yaml'), 'limits: { max_tokens: 10 }\n');
  const { effective } = await readSettings(place);
  expect(
    effective.filter(({ key }) => /^limits.max_t|sandbox.enabled/.test(key)).map(({ key, value, source }) => [key, value, source.type]),
  ).toEqual([
    ['limits.max_turns', 7, 'user'],
    ['limits.max_tokens', 10, 'project'],
    ['sandbox.enabled', true, 'default'],
  ]);
});

test('a change is written with the comments kept, and the page sees it', async () => {
  await writeFile(file, '# mine\nlimits:\n  max_turns: 3 # few\n');
  const written = await write([
    { key: 'limits.max_turns', value: 4 },
    { key: 'modes.default', value: 'plan' },
  ]);
  expect(written.state).toBe('written');
  expect(written.report.user.settings.map(({ key, value }) => [key, value])).toEqual([
    ['limits.max_turns', 4],
    ['modes.default', 'plan'],
  ]);
  expect(await readFile(file, 'utf8')).toBe('# mine\nlimits:\n  max_turns: 4 # few\nmodes:\n  default: plan\n');
});

test('a change that would break the file is refused in the words of the loader, at its key, and nothing is written', async () => {
  await writeFile(file, 'limits: { max_turns: 3 }\n');
  const written = await write([
    { key: 'limits.max_turns', value: 0 },
    { key: 'limits.max_tokens', value: 5 },
  ]);
  expect(written).toMatchObject({
    state: 'refused',
    faults: [{ file, line: 1, key: 'limits.max_turns', message: 'must be at least 1; found 0.' }],
  });
  expect(await readFile(file, 'utf8')).toBe('limits: { max_turns: 3 }\n');
});

test('a file with a fault can be put right', async () => {
  await writeFile(file, 'limitz: {}\nlimits: { max_turns: 0 }\n');
  expect((await write([{ key: 'limits.max_turns', value: 2 }])).state).toBe('written');
  const { report } = await write([{ key: 'limitz' }]);
  expect([report.user.faults, await readFile(file, 'utf8')]).toEqual([[], 'limits: { max_turns: 2 }\n']);
});

const HIDDEN = 'providers: { demo: { type: ollama } }\n';

test.each([
  ['a fault that the change takes away hid another', `limits: { max_turns: 0 }\n${HIDDEN}`, 'limits.max_turns', 3],
  ['an unknown key that the change takes out hid another', `limitz: {}\n${HIDDEN}`, 'limitz', undefined],
  ['another part is faulty', `${HIDDEN}models: { profiles: { a: {} } }\n`, 'limits.max_turns', 3],
  ['a variable is not set', `limits: { max_tokens: $NOPE }\n${HIDDEN}`, 'limits.max_turns', 3],
])('a sound change of a file in which %s is written', async (_, text, key, setting) => {
  await writeFile(file, text);
  expect((await write([{ key, ...(setting === undefined ? {} : { value: setting }) }])).state).toBe('written');
});

test.each([
  ['limits: { max_tokens: $NOPE }\n', { key: 'limits.max_turns', value: 'many' }, 'limits.max_turns'],
  ['limits: { max_tokens: 0 }\n', { key: 'providers.demo', value: { type: 'ollama' } }, 'providers.demo'],
  [
    'limits: { max_tokens: 0 }\nproviders: { a: { type: ollama } }\nmodels: { definitions: { m: { provider: a, id: x } } }\n',
    { key: 'providers.a' },
    'models.definitions.m.provider',
  ],
])('what a change would break is refused in a faulty file as well: %j', async (text, change, key) => {
  await writeFile(file, text);
  expect(await write([change])).toMatchObject({ state: 'refused', faults: [{ key }] });
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('a file that somebody else changed meanwhile is left alone', async () => {
  await writeFile(file, 'limits: { max_turns: 3 }\n');
  const { user } = await readSettings(place);
  await writeFile(file, 'limits: { max_turns: 9 }\n');
  const written = await writeSettings(place, { scope: 'user', stamp: user.stamp, changes: [{ key: 'limits.max_turns', value: 4 }] });
  expect(written).toMatchObject({ ok: true, value: { state: 'changed', report: { user: { settings: [{ value: 9 }] } } } });
  expect(await readFile(file, 'utf8')).toBe('limits: { max_turns: 9 }\n');
});

test('a file that appears meanwhile is left alone as well', async () => {
  const { user } = await readSettings(place);
  await writeFile(file, '');
  const written = await writeSettings(place, { scope: 'user', stamp: user.stamp, changes: [{ key: 'modes.default', value: 'plan' }] });
  expect(written).toMatchObject({ ok: true, value: { state: 'changed' } });
});

test('a file that is no valid YAML says where, and is never written', async () => {
  await writeFile(file, 'limits:\n  max_turns: [1\n# mine\n');
  const { user } = await readSettings(place);
  expect(user.unusable?.line).toBeGreaterThan(1);
  const written = await writeSettings(place, { scope: 'user', stamp: user.stamp, changes: [{ key: 'modes.default', value: 'plan' }] });
  expect(written).toMatchObject({ ok: false, error: { code: 'config_invalid', safe: 'Nothing was written.' } });
  expect(await readFile(file, 'utf8')).toBe('limits:\n  max_turns: [1\n# mine\n');
});

test('a new file is for the person alone; one that is there keeps its mode, and a link stays a link', async () => {
  await write([{ key: 'modes.default', value: 'plan' }]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const target = join(base, 'dotfiles.yaml');
  await rm(file);
  await writeFile(target, 'modes: { default: plan }\n');
  await chmod(target, 0o640);
  await symlink(target, file);
  await write([{ key: 'modes.default', value: 'build' }]);
  expect([await readFile(target, 'utf8'), (await stat(target)).mode & 0o777, await realpath(file)]).toEqual([
    'modes: { default: build }\n',
    0o640,
    target,
  ]);
});

test('a file that comes to hold a key is for the person alone', async () => {
  await writeFile(file, 'modes: { default: plan }\n');
  await chmod(file, 0o644);
  await write([{ key: 'providers.mine', value: { type: 'openai', api_key: 'sk-1' } }]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('no link of a project is written through, and none to nothing', async () => {
  const own = join(place.project.path, '.steiner', 'config.yaml');
  const outside = join(base, 'outside.yaml');
  await writeFile(outside, '');
  await symlink(outside, own);
  await expect(write([{ key: 'modes.default', value: 'plan' }], 'project')).rejects.toThrow('the links of a project are not followed');
  await symlink(join(base, 'nowhere.yaml'), file);
  await expect(write([{ key: 'modes.default', value: 'plan' }])).rejects.toThrow('a file that is not there');
  expect(await readFile(outside, 'utf8')).toBe('');
});

test('the mark of a secret is never written', async () => {
  await expect(write([{ key: 'providers.a.api_key', value: '(set)' }])).rejects.toThrow('stands for a secret');
});

test("the project's file is checked above the user's", async () => {
  await writeFile(file, 'providers: { box: { type: ollama } }\n');
  const change = (provider: string) => write([{ key: 'models.definitions.m', value: { provider, id: 'x' } }], 'project');
  expect([(await change('box')).state, (await change('bux')).state]).toEqual(['written', 'refused']);
});

test('a file that cannot be read is said in its part, and the rest is there', async () => {
  await mkdir(file);
  const { user, project } = await readSettings(place);
  expect([user.unusable?.message, project?.unusable]).toEqual([
    `The configuration file ${file} could not be read: it is a folder, not a file.`,
    undefined,
  ]);
});

test('a file with bytes that are no UTF-8 is left as it is, and the line of the first is named', async () => {
  const bytes = Buffer.from('# mine\n# gr\xfc\xdfe\nlimits: { max_turns: 3 }\n', 'latin1');
  await writeFile(file, bytes);
  const { user } = await readSettings(place);
  expect([user.settings, user.faults]).toEqual([[{ key: 'limits.max_turns', value: 3, line: 3 }], []]);
  const written = await writeSettings(place, { scope: 'user', stamp: user.stamp, changes: [{ key: 'limits.max_turns', value: 4 }] });
  expect(written).toMatchObject({ ok: false, error: { code: 'config_invalid', safe: 'Nothing was written.' } });
  expect(written.ok ? '' : written.error.message).toContain(`${file}:2 holds bytes that are not UTF-8.`);
  expect(await readFile(file)).toEqual(bytes);
});

test('a value with bytes that are no UTF-8 is a fault, and so is a whole file of another encoding', async () => {
  await writeFile(file, Buffer.from('modes: {}\nprompts: gr\xfc\xdfe\n', 'latin1'));
  expect((await readSettings(place)).user.unusable).toMatchObject({
    line: 2,
    message: 'holds bytes that are not UTF-8; save the file as UTF-8.',
  });
  await writeFile(file, Buffer.from('\uFEFFlimits: { max_turns: 3 }\n', 'utf16le'));
  expect((await readSettings(place)).user.unusable).toMatchObject({
    line: 1,
    message: 'is not saved as UTF-8; save it so in your editor.',
  });
});

test('a byte order mark stays where it is', async () => {
  await writeFile(file, '\uFEFF# mine\nlimits: { max_turns: 3 }\n');
  await write([{ key: 'limits.max_turns', value: 4 }]);
  expect(await readFile(file, 'utf8')).toBe('\uFEFF# mine\nlimits: { max_turns: 4 }\n');
});
