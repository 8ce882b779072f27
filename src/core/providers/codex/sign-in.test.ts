import { createHash } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { beginSignIn, type SignIn } from './sign-in.ts';
import { type CodexRig, openCodexRig } from './testing/codex-rig.ts';

let rig: CodexRig;
afterEach(() => rig.close());

async function signIn(timeout = 120_000): Promise<SignIn> {
  const begun = await beginSignIn({ account: rig.account, ports: rig.ports, timeout });
  if (!begun.ok) throw new Error(begun.error.message);
  return begun.value;
}

describe('signing in', () => {
  it('goes over the browser with a proof of our own, and keeps the tokens for this user alone', async () => {
    rig = await openCodexRig();
    const waiting = await signIn();
    const query = new URL(waiting.url).searchParams;
    const page = await rig.server.browse(waiting.url);
    const done = await waiting.done;
    const [form] = rig.server.forms;
    expect(done).toEqual({
      ok: true,
      value: expect.objectContaining({ access_token: 'access-1', account_id: 'acc-1', email: 'ana@example.org', plan: 'plus' }),
    });
    expect([page.status, page.text.includes('You are signed in'), /<script|http/.test(page.text)]).toEqual([200, true, false]);
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email offline_access',
      code_challenge: createHash('sha256')
        .update(form?.get('code_verifier') ?? '')
        .digest('base64url'),
    });
    expect([form?.get('code'), form?.get('redirect_uri')]).toEqual(['code-1', query.get('redirect_uri')]);
    const file = join(rig.folder, 'codex_auth.json');
    expect([((await stat(file)).mode & 0o777).toString(8), JSON.parse(await readFile(file, 'utf8'))]).toEqual([
      '600',
      done.ok ? done.value : undefined,
    ]);
  });

  it('keeps the credential for the API where the account may have one', async () => {
    rig = await openCodexRig({ apiKey: 'sk-exchanged' });
    const waiting = await signIn();
    await rig.server.browse(waiting.url);
    expect(await waiting.done).toMatchObject({ ok: true, value: { api_key: 'sk-exchanged' } });
  });

  it('that is denied says so', async () => {
    rig = await openCodexRig({ allow: false });
    const waiting = await signIn();
    await rig.server.browse(waiting.url);
    expect(await waiting.done).toMatchObject({
      ok: false,
      error: { code: 'provider_auth', message: 'The sign-in was not allowed: access_denied.' },
    });
  });

  it('refuses a page that comes back with another state, and goes on waiting', async () => {
    rig = await openCodexRig({ state: 'forged' });
    const waiting = await signIn();
    expect(await rig.server.browse(waiting.url)).toMatchObject({ status: 400, text: expect.stringContaining('not the one that waits') });
    waiting.cancel();
    expect([await waiting.done, rig.server.forms.length]).toMatchObject([{ ok: false, error: { code: 'cancelled' } }, 0]);
  });

  it('ends when nobody comes back in time', async () => {
    rig = await openCodexRig();
    const waiting = await signIn(90_000);
    await rig.clock.advance(90_000);
    expect(await waiting.done).toMatchObject({ ok: false, error: { message: 'Nobody signed in within 90 s.' } });
    await expect(fetch(new URL(waiting.url).searchParams.get('redirect_uri') ?? '')).rejects.toThrow();
  });

  it('ends in time also when the authorisation server is slow', async () => {
    rig = await openCodexRig({ token: () => new Promise(() => {}) });
    const waiting = await signIn(90_000);
    await rig.server.browse(waiting.url);
    await expect.poll(() => rig.server.forms.length).toBe(1);
    await rig.clock.advance(90_000);
    expect(await waiting.done).toMatchObject({ ok: false, error: { message: 'Nobody signed in within 90 s.' } });
  });

  it('whose code is refused gives the word of the server', async () => {
    rig = await openCodexRig({ token: () => ({ status: 400, body: { error: 'invalid_grant', error_description: 'code is used' } }) });
    const waiting = await signIn();
    await rig.server.browse(waiting.url);
    expect(await waiting.done).toMatchObject({
      ok: false,
      error: { message: 'The authorisation server refused the sign-in: invalid_grant: code is used.' },
    });
  });

  it('cannot begin while another program has the ports', async () => {
    rig = await openCodexRig();
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const account = { ...rig.account, file: rig.account.file, site: { ...rig.account.site, callbackPorts: [port] } };
    const begun = await beginSignIn({ account, ports: rig.ports, timeout: 1_000 });
    other.close();
    expect(begun).toMatchObject({ ok: false, error: { message: expect.stringContaining(`port ${port} of this machine is taken`) } });
  });

  it('that cannot be written says so and leaves no half file', async () => {
    rig = await openCodexRig();
    await mkdir(join(rig.folder, 'codex_auth.json'));
    const waiting = await signIn();
    await rig.server.browse(waiting.url);
    expect(await waiting.done).toMatchObject({ ok: false, error: { code: 'state_unwritable' } });
  });
});
