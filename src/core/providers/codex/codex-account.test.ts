import { chmod, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { collect, modelRequest, userMessage } from '../../testing/provider-rig.ts';
import { createModels } from '../models.ts';
import type { StreamEnd } from '../provider.ts';
import { createCodexAccount } from './codex-account.ts';
import { type CodexRig, openCodexRig, TOKENS } from './testing/codex-rig.ts';

let rig: CodexRig;
afterEach(() => rig.close());

async function ask(): Promise<StreamEnd | undefined> {
  const parsed = configSchema.parse({
    providers: { mine: { type: 'codex', headers: { 'x-team': 'blue' } } },
    models: { definitions: { it: { provider: 'mine', id: 'gpt-5.1-codex', advanced: { limits: { max_output_tokens: 900 } } } } },
  });
  const model = await createModels(parsed, { ...rig.ports, codex: rig.account }).resolve('it');
  if (!model.ok) throw new Error(model.error.message);
  const events = await collect(model.value.stream(modelRequest([userMessage('hi')])));
  return events.filter((event) => event.type === 'end')[0];
}

describe('requests', () => {
  it('go to the back end with the token, the account and the session, and leave out what it refuses', async () => {
    rig = await openCodexRig({ script: [{ text: 'Hello.' }] });
    await rig.account.file.write(TOKENS);
    const end = await ask();
    const [request] = rig.server.model.requests;
    expect([end?.stop, request?.path, request?.headers]).toEqual([
      'complete',
      '/backend-api/codex/responses',
      expect.objectContaining({
        authorization: 'Bearer access-old',
        'chatgpt-account-id': 'acc-1',
        'session-id': 'key',
        'thread-id': 'key',
        originator: 'codex_cli_rs',
        'x-team': 'blue',
      }),
    ]);
    expect(request?.body).toMatchObject({ store: false, stream: true, instructions: 'Be brief.', prompt_cache_key: 'key' });
    expect(Object.keys(request?.body ?? {})).not.toEqual(expect.arrayContaining(['max_output_tokens']));
    expect(Object.keys(request?.body ?? {})).not.toEqual(expect.arrayContaining(['prompt_cache_retention']));
  });

  it('go to the API with the credential, where there is one; a refused credential is given up', async () => {
    const refused = { status: 401, body: { error: { message: 'bad key' } } };
    rig = await openCodexRig({ script: [{ text: 'One.' }, refused, { text: 'Two.' }] });
    await rig.account.file.write({ ...TOKENS, api_key: 'sk-exchanged' });
    const ends = [await ask(), await ask()];
    const sent = rig.server.model.requests.map(({ path, headers }) => [path, headers.authorization]);
    expect([ends.map((end) => end?.stop), sent]).toEqual([
      ['complete', 'complete'],
      [
        ['/v1/responses', 'Bearer sk-exchanged'],
        ['/v1/responses', 'Bearer sk-exchanged'],
        ['/backend-api/codex/responses', 'Bearer access-old'],
      ],
    ]);
  });

  it('that a machine refuses for a field they never had go again without the headers that lead to it', async () => {
    const refused = { status: 400, body: { error: { message: 'Unsupported parameter: prompt_cache_retention' } } };
    rig = await openCodexRig({
      script: [
        refused,
        { text: 'Hello.' },
        { status: 400, body: { error: { message: 'Unsupported parameter: top_k' } } },
        refused,
        refused,
      ],
    });
    await rig.account.file.write(TOKENS);
    const ends = [await ask(), await ask(), await ask()];
    const sent = rig.server.model.requests.map(({ headers, body }) => [headers['session-id'], headers['thread-id'], body.prompt_cache_key]);
    expect([ends.map((end) => end?.stop), sent]).toEqual([
      ['complete', 'error', 'error'],
      [
        ['key', 'key', 'key'],
        [undefined, undefined, 'key'],
        ['key', 'key', 'key'],
        ['key', 'key', 'key'],
        [undefined, undefined, 'key'],
      ],
    ]);
  });

  it('renew a token that is about to end before they go out', async () => {
    rig = await openCodexRig({ script: [{ text: 'Hello.' }] });
    await rig.account.file.write({ ...TOKENS, expires_at: rig.clock.now() + 30_000 });
    await ask();
    expect([
      rig.server.forms[0]?.get('refresh_token'),
      rig.server.model.requests[0]?.headers.authorization,
      await rig.account.stored(),
    ]).toEqual([
      'refresh-old',
      'Bearer access-1',
      { kind: 'tokens', tokens: expect.objectContaining({ access_token: 'access-1', refresh_token: 'refresh-1', account_id: 'acc-1' }) },
    ]);
  });

  it('renew a token that the server refuses, once', async () => {
    const refused = { status: 401, body: { error: { message: 'expired' } } };
    rig = await openCodexRig({ script: [refused, { text: 'Hello.' }] });
    await rig.account.file.write(TOKENS);
    const end = await ask();
    expect([end?.stop, rig.server.model.requests.map(({ headers }) => headers.authorization)]).toEqual([
      'complete',
      ['Bearer access-old', 'Bearer access-1'],
    ]);
  });

  it('of a sign-in that was revoked are not sent, and say what to do', async () => {
    const revoked = { status: 400, body: { error: { code: 'refresh_token_reused', message: 'used before' } } };
    rig = await openCodexRig({ token: () => revoked });
    await rig.account.file.write({ ...TOKENS, expires_at: 0 });
    const end = await ask();
    expect([end, rig.server.model.requests.length, rig.server.forms.length]).toMatchObject([
      {
        stop: 'error',
        transient: false,
        problem: {
          code: 'provider_auth',
          message: 'The sign-in to Codex has ended: refresh_token_reused.',
          hint: expect.stringContaining('steiner login codex'),
        },
      },
      0,
      1,
    ]);
  });

  it('without a sign-in, or with a file of another form, are not sent', async () => {
    rig = await openCodexRig();
    const none = await ask();
    await writeFile(rig.account.file.path, '{"tokens": 1}');
    const odd = await ask();
    expect([none?.problem?.message, odd?.problem?.message, rig.server.model.requests.length]).toEqual([
      'You are not signed in to Codex.',
      `The sign-in to Codex in ${rig.account.file.path} cannot be read: it has another form.`,
      0,
    ]);
  });

  it('at the usage limit stop without a retry, name the reset and repeat no secret', async () => {
    const limit = {
      status: 429,
      body: { error: { type: 'usage_limit_reached', plan_type: 'plus', resets_in_seconds: 7_200, message: 'access-old' } },
    };
    rig = await openCodexRig({ script: [limit] });
    await rig.account.file.write(TOKENS);
    const end = await ask();
    expect([end?.stop, end?.problem?.message, rig.server.model.requests.length]).toEqual([
      'usage_limit',
      expect.stringMatching(/usage limit of mine\/gpt-5.1-codex is reached\. It resets at .* \(in 2 h\)/),
      1,
    ]);
    expect(JSON.stringify(end)).not.toContain('access-old');
  });
});

it('a sign-out while the token is renewed stays one', async () => {
  rig = await openCodexRig({
    token: async () => {
      await rig.account.file.remove();
      return undefined;
    },
  });
  await rig.account.file.write({ ...TOKENS, expires_at: 0 });
  expect([await rig.account.access(), await rig.account.stored()]).toMatchObject([
    { ok: false, error: { problem: { message: 'You are not signed in to Codex.' } } },
    { kind: 'none' },
  ]);
});

describe('two processes', () => {
  it('renew once: the second waits and takes what the first got', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    rig = await openCodexRig({ token: () => held.then(() => undefined) });
    const other = createCodexAccount(rig.ports);
    await rig.account.file.write({ ...TOKENS, expires_at: 0 });
    const first = rig.account.access();
    await expect.poll(() => rig.server.forms.length).toBe(1);
    let answered = false;
    const second = other.access().finally(() => {
      answered = true;
    });
    await expect.poll(() => rig.clock.sleeping).toBeGreaterThan(1);
    release();
    await first;
    await expect
      .poll(async () => {
        await rig.clock.advance(200);
        return answered;
      })
      .toBe(true);
    const both = await Promise.all([first, second]);
    expect([both.map((one) => one.ok && one.value.access_token), rig.server.forms.length]).toEqual([['access-1', 'access-1'], 1]);
  });

  it('a lock that a dead process left is taken over', async () => {
    rig = await openCodexRig();
    await rig.account.file.write({ ...TOKENS, expires_at: 0 });
    await writeFile(`${rig.account.file.path}.lock`, JSON.stringify({ pid: 999_999_999, started: '1', boot: 'x', nonce: 'y' }));
    expect(await rig.account.access()).toMatchObject({ ok: true, value: { access_token: 'access-1' } });
  });

  it.skipIf(process.getuid?.() === 0)('a folder that cannot be written is named', async () => {
    rig = await openCodexRig();
    await rig.account.file.write({ ...TOKENS, expires_at: 0 });
    await chmod(rig.folder, 0o500);
    const access = await rig.account.access();
    await chmod(rig.folder, 0o700);
    expect(access).toMatchObject({ ok: false, error: { problem: { code: 'state_unwritable' } } });
  });
});

it('a server that does not answer is a failure that may pass', async () => {
  rig = await openCodexRig({ token: () => ({ status: 503, body: {} }) });
  await rig.account.file.write({ ...TOKENS, expires_at: 0 });
  expect(await rig.account.access()).toMatchObject({
    ok: false,
    error: { transient: true, problem: { code: 'provider_unreachable', detail: 'HTTP 503' } },
  });
});
