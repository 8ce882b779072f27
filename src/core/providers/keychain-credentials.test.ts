import { afterEach, expect, it } from 'vitest';
import type { Problem } from '../../shared/problem.ts';
import { err, ok } from '../../shared/result.ts';
import { configSchema } from '../config/schema.ts';
import { createSystemClock } from '../lib/clock.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import { createRandomIds } from '../lib/ids.ts';
import type { Keychain } from '../lib/ports.ts';
import type { Reply } from '../testing/model-script.ts';
import { type ModelServer, startModelServer } from '../testing/model-server.ts';
import { collect, modelRequest, userMessage } from '../testing/provider-rig.ts';
import { createModels } from './models.ts';
import type { StreamEnd } from './provider.ts';

let server: ModelServer;
afterEach(() => server.close());

const LOCKED: Problem = { code: 'keychain_unavailable', message: 'It stayed locked.', hint: 'Unlock it.' };

class FakeKeychain implements Keychain {
  readonly kind = 'fake';
  readonly entries = new Map<string, string>();
  reads = 0;
  locked = false;
  get: Keychain['get'] = async (name) => {
    this.reads += 1;
    return this.locked ? err(LOCKED) : ok(this.entries.get(name) ?? null);
  };
  set: Keychain['set'] = async () => ok(null);
  delete: Keychain['delete'] = async () => ok(false);
  list: Keychain['list'] = async () => ok([]);
}

async function ask(keychain: FakeKeychain, transport: string, times = 1): Promise<StreamEnd[]> {
  const config = configSchema.parse({
    providers: { box: { type: 'openai_compat', base_url: server.url, api_key: 'keychain:work' } },
    models: { definitions: { tiny: { provider: 'box', id: 'tiny', advanced: { transport } } } },
  });
  const environment = { vars: {}, home: '/nowhere', platform: 'linux' } as const;
  const ports = { clock: createSystemClock(), ids: createRandomIds(), fetch: createHttpFetch(), environment, keychain };
  const model = await createModels(config, ports).resolve('tiny');
  if (!model.ok) throw new Error(model.error.message);
  const ends: StreamEnd[] = [];
  for (let time = 0; time < times; time += 1) {
    const events = await collect(model.value.stream(modelRequest([userMessage('Hello')])));
    ends.push(...events.filter((event) => event.type === 'end'));
  }
  return ends;
}

const HELLO: Reply = { text: 'Hello.' };
const REFUSED: Reply = { status: 401, body: { error: { message: 'Incorrect API key provided: sk-first-key' } } };

it.each([
  ['openai_compat', 'authorization', 'Bearer sk-first-key'],
  ['openai_responses', 'authorization', 'Bearer sk-first-key'],
  ['anthropic', 'x-api-key', 'sk-first-key'],
])('over %s the key of the keychain goes out in its header, read once', async (transport, header, sent) => {
  server = await startModelServer([HELLO, HELLO]);
  const keychain = new FakeKeychain();
  keychain.entries.set('work', 'sk-first-key');
  const ends = await ask(keychain, transport, 2);
  expect([ends.map(({ stop }) => stop), server.requests.map(({ headers }) => headers[header]), keychain.reads]).toEqual([
    ['complete', 'complete'],
    [sent, sent],
    1,
  ]);
});

it('a key that was replaced in the keychain is taken when the old one is refused', async () => {
  server = await startModelServer([HELLO, REFUSED, HELLO]);
  const keychain = new FakeKeychain();
  keychain.entries.set('work', 'sk-first-key');
  const original = keychain.get;
  keychain.get = async (name) => {
    const found = await original(name);
    keychain.entries.set('work', 'sk-second-key');
    return found;
  };
  const ends = await ask(keychain, 'openai_compat', 2);
  expect([ends.map(({ stop }) => stop), server.requests.map(({ headers }) => headers.authorization)]).toEqual([
    ['complete', 'complete'],
    ['Bearer sk-first-key', 'Bearer sk-first-key', 'Bearer sk-second-key'],
  ]);
});

it('a refused key is asked for again once, and no message repeats it', async () => {
  server = await startModelServer([REFUSED]);
  const keychain = new FakeKeychain();
  keychain.entries.set('work', 'sk-first-key');
  const [end] = await ask(keychain, 'openai_compat');
  expect([end?.stop, end?.problem?.code, server.requests.length]).toEqual(['error', 'provider_auth', 1]);
  expect(JSON.stringify(end)).not.toContain('sk-first-key');
});

it('without the entry, or with a locked keychain, nothing is sent and it is said why', async () => {
  server = await startModelServer([]);
  const keychain = new FakeKeychain();
  const [missing] = await ask(keychain, 'openai_compat');
  keychain.locked = true;
  const [locked] = await ask(keychain, 'openai_compat');
  expect([missing, locked, server.requests.length]).toMatchObject([
    { stop: 'error', transient: false, problem: { code: 'provider_auth', hint: expect.stringContaining('steiner keys set work') } },
    { stop: 'error', transient: false, problem: LOCKED },
    0,
  ]);
});
