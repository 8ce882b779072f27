import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProviderDraft } from '../../shared/provider-check.ts';
import { err, ok } from '../../shared/result.ts';
import { createNodePorts } from '../lib/node-ports.ts';
import type { CredentialSources } from '../providers/endpoint.ts';
import type { ModelMaker } from '../providers/model-spec.ts';
import { refusingAddress } from '../testing/broken-servers.ts';
import { type JsonReply, type JsonServer, startJsonServer } from '../testing/json-server.ts';
import { checkProvider } from './provider-check.ts';

const LIST: JsonReply = { json: { object: 'list', data: [{ id: 'large' }, { id: 'small' }] } };
const REFUSED: JsonReply = { status: 401, json: { error: 'no' } };
const GOOD = 'Bearer sk-good';

let home: string;
let server: JsonServer;
let other: JsonServer;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'steiner-check-')));
  await mkdir(join(home, 'config'));
  server = await startJsonServer(({ headers }) => (headers.authorization === GOOD ? LIST : REFUSED));
  other = await startJsonServer(() => REFUSED);
});
afterEach(async () => {
  await server.close();
  await other.close();
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
});

interface CheckOptions {
  readonly yaml?: string;
  readonly keys?: Readonly<Record<string, string>>;
  readonly sources?: CredentialSources;
}

/** What the form shows of the answer, with the configuration that there is. */
async function check(
  draft: Omit<ProviderDraft, 'name'>,
  { yaml = '', keys = {}, sources = {} }: CheckOptions = {},
): Promise<readonly string[]> {
  await writeFile(join(home, 'config', 'config.yaml'), yaml);
  const ports = await createNodePorts({ vars: { PATH: process.env.PATH, HOME: home, STEINER_HOME: home, ...keys } });
  const place = { paths: ports.paths, environment: ports.environment };
  const answer = await checkProvider({ ports, sources, place }, { name: 'box', ...draft });
  if (answer.ok) return answer.value.models.map(({ id }) => id);
  return [answer.error.code, answer.error.hint ?? ''];
}

const typed = (api_key: string) => ({ type: 'openai_compat', base_url: `${server.url}/v1`, api_key });
const stored = () => `providers: { box: { type: openai_compat, base_url: "${server.url}/v1", api_key: sk-good } }\n`;
const sent = ({ asked }: JsonServer) => asked.map(({ path, headers }) => [path, headers.authorization]);

test('a typed key is sent to the typed address, and the models that came back are told', async () => {
  expect(await check(typed('sk-good'))).toEqual(['large', 'small']);
  expect(sent(server)).toEqual([['/v1/models', GOOD]]);
});

test('a refused key is told from a missing one', async () => {
  expect(await check(typed('sk-wrong'))).toEqual([
    'provider_auth',
    'The provider does not know this key, or no longer does. Copy it again from its page of keys.',
  ]);
  expect(await check({ type: 'openai_compat', base_url: `${server.url}/v1` })).toEqual([
    'provider_auth',
    'It wants a key. Give one, or the variable that holds it.',
  ]);
});

test.each(['api_key', 'api_key_env'] as const)('a variable is read from the environment (%s)', async (field) => {
  const name = field === 'api_key' ? `\${BOX_KEY}` : 'BOX_KEY';
  const draft = { type: 'openai_compat', base_url: `${server.url}/v1`, [field]: name };
  expect(await check(draft, { keys: { BOX_KEY: 'sk-good' } })).toEqual(['large', 'small']);
});

test('a variable that is not set is named, and nothing is sent', async () => {
  expect(await check(typed(`\${NO_SUCH_KEY}`))).toEqual([
    'provider_auth',
    'Set NO_SUCH_KEY before Steiner starts, or give the key itself.',
  ]);
  expect(sent(server)).toEqual([]);
});

test('a stored key is used for what it is stored with', async () => {
  expect(await check({ type: 'openai_compat', base_url: `${server.url}/v1` }, { yaml: stored() })).toEqual(['large', 'small']);
});

test('a stored key goes to no other address', async () => {
  await check({ type: 'openai_compat', base_url: `${other.url}/v1` }, { yaml: stored() });
  expect({ own: sent(server), other: sent(other) }).toEqual({ own: [], other: [['/v1/models', undefined]] });
});

test('a stored key goes to no other kind of provider at the same address', async () => {
  await check({ type: 'litellm', base_url: `${server.url}/v1` }, { yaml: stored() });
  expect(sent(server).map(([, authorization]) => authorization)).not.toContain(GOOD);
  expect(sent(server).length).toBeGreaterThan(0);
});

test('a server that is not there, and an address that is none, say what to look at', async () => {
  expect(await check({ ...typed('sk-good'), base_url: refusingAddress() })).toEqual([
    'provider_unreachable',
    'Check the address, and whether the server runs.',
  ]);
  expect(await check({ type: 'openai_compat', base_url: 'not an address' })).toEqual([
    'config_invalid',
    'Write it in full, such as http://localhost:1234/v1, without user name and password.',
  ]);
});

test('the program of a subscription is asked itself, and says itself what to do', async () => {
  const asked = (models: ModelMaker['models']) => {
    const claude: ModelMaker = { model: () => expect.unreachable(), models, usage: () => expect.unreachable() };
    return check({ type: 'claude_subscription' }, { sources: { claude } });
  };
  const problem = { code: 'provider_auth', message: 'It is not signed in.', hint: 'Sign in there.' } as const;
  expect([await asked(async () => ok([{ id: 'sonnet' }, { id: 'opus' }])), await asked(async () => err(problem))]).toEqual([
    ['opus', 'sonnet'],
    ['provider_auth', 'Sign in there.'],
  ]);
});
