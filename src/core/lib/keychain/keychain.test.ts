import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { isInstalled, startSecretService } from '../../testing/secret-service-rig.ts';
import { createSystemClock } from '../clock.ts';
import { createRandomIds } from '../ids.ts';
import { createNodeProcesses } from '../node-processes.ts';
import type { Clock, Keychain, Processes } from '../ports.ts';
import { identityOf } from '../process-identity.ts';
import { ProcessLedger } from '../process-ledger.ts';
import { createKeychain } from './create-keychain.ts';

let folder: string;
let processes: Processes;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steiner-keychain-'));
  const self = await identityOf(process.pid);
  if (!self) throw new Error('no identity');
  processes = createNodeProcesses(new ProcessLedger({ folder, self, ids: createRandomIds(), logger: { log: () => {} } }));
});
afterEach(async () => {
  await processes.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

interface Given {
  readonly platform: NodeJS.Platform;
  readonly vars?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}

function keychain({ platform, vars = {}, clock = createSystemClock() }: Given): Keychain {
  const PATH = process.env.PATH ?? '';
  return createKeychain({ processes, clock, environment: { vars: { PATH, ...vars }, home: folder, platform } });
}

/** A program of that name before all others on the path. */
async function program(name: string, script: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}`);
  await chmod(file, 0o700);
  return `${folder}${delimiter}${process.env.PATH ?? ''}`;
}

describe.skipIf(!isInstalled())('a real Secret Service', () => {
  it('keeps, gives, replaces, lists and removes keys', async () => {
    const service = await startSecretService(folder);
    try {
      const keys = keychain({ platform: 'linux', vars: service.vars });
      expect(await keys.get('openai')).toEqual({ ok: true, value: null });
      expect(await keys.set('openai', 'sk-first')).toEqual({ ok: true, value: null });
      await keys.set('openai', 'sk-ünïcode "$x" \\');
      await keys.set('anthropic.work', 'sk-other');
      expect(await Promise.all([keys.get('openai'), keys.get('anthropic.work'), keys.list()])).toEqual([
        { ok: true, value: 'sk-ünïcode "$x" \\' },
        { ok: true, value: 'sk-other' },
        { ok: true, value: ['anthropic.work', 'openai'] },
      ]);
      expect([await keys.delete('openai'), await keys.delete('openai'), await keys.list()]).toEqual([
        { ok: true, value: true },
        { ok: true, value: false },
        { ok: true, value: ['anthropic.work'] },
      ]);
    } finally {
      await service.stop();
    }
  });

  it('on a session without one says so', async () => {
    const DBUS_SESSION_BUS_ADDRESS = `unix:path=${join(folder, 'nobody')}`;
    const answer = await keychain({ platform: 'linux', vars: { DBUS_SESSION_BUS_ADDRESS } }).set('openai', 'sk-secret');
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'keychain_unavailable', message: 'There is no keychain to use: no Secret Service answers on this session.' },
    });
    expect(JSON.stringify(answer)).not.toContain('sk-secret');
  });
});

/** Answers as secret-tool does, with its one entry in a file, and keeps what it was given as arguments. */
const SECRET_TOOL = `
printf '%s\\n' "$*" >> "$HOME/arguments"
case "$1" in
  store) cat > "$HOME/entry";;
  lookup) cat "$HOME/entry" 2>/dev/null || exit 1;;
  clear) rm "$HOME/entry" 2>/dev/null || exit 1;;
  search) echo 'secret = sk-hidden'; printf 'attribute.application = steiner\\nattribute.key = openai\\n' >&2;;
esac`;

it('goes through secret-tool, and no argument holds the key', async () => {
  const PATH = await program('secret-tool', SECRET_TOOL);
  const keys = keychain({ platform: 'linux', vars: { PATH } });
  const answers = [await keys.get('openai'), await keys.set('openai', 'sk-hidden'), await keys.get('openai'), await keys.list()];
  expect([...answers, await keys.delete('openai'), await keys.delete('openai')]).toEqual(
    [null, null, 'sk-hidden', ['openai'], true, false].map((value) => ({ ok: true, value })),
  );
  expect(await readFile(join(folder, 'arguments'), 'utf8')).not.toContain('sk-hidden');
});

it('without secret-tool says what to install', async () => {
  const answer = await keychain({ platform: 'linux', vars: { PATH: folder } }).get('openai');
  expect(answer).toEqual({
    ok: false,
    error: {
      code: 'keychain_unavailable',
      message: 'There is no keychain to use: secret-tool is not installed.',
      hint: 'Install libsecret-tools, or name an environment variable in api_key_env.',
      safe: 'No key was changed, and none was written to a file.',
    },
  });
});

it('ends a question to unlock that nobody answers', async () => {
  const PATH = await program('secret-tool', 'sleep 60');
  const clock = new ManualClock();
  const answer = keychain({ platform: 'linux', vars: { PATH }, clock }).get('openai');
  await expect.poll(() => clock.sleeping).toBeGreaterThan(0);
  await clock.advance(120_000);
  expect(await answer).toMatchObject({ ok: false, error: { detail: 'nobody answered its question to unlock it' } });
});

/** Speaks as `security` does, with its entries in a file, and keeps what it was given as arguments. */
const SECURITY = `
printf '%s\\n' "$*" >> "$HOME/arguments"
store="$HOME/entry"
case "$1" in
  -i) read -r line; printf '%s' "$line" > "$store";;
  find-generic-password) [ -f "$store" ] || exit 44; sed 's/.*-X //' "$store" | sed 's/../\\\\x&/g' | { read -r hex; printf "$(printf '%s' "$hex" | sed 's/\\\\x/\\\\\\\\x/g')"; }; echo;;
  delete-generic-password) [ -f "$store" ] || exit 44; rm "$store";;
  dump-keychain) cat <<'END'
keychain: "login.keychain-db"
    "acct"<blob>="someone"
    "svce"<blob>="other"
keychain: "login.keychain-db"
    "acct"<blob>="openai"
    "svce"<blob>="steiner"
END
;;
esac`;

it('on macOS goes through security, and no argument holds the key', async () => {
  const PATH = await program('security', SECURITY);
  const keys = keychain({ platform: 'darwin', vars: { PATH } });
  expect([await keys.get('openai'), await keys.set('openai', 'sk-mac')]).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  expect(await readFile(join(folder, 'entry'), 'utf8')).toBe(
    `add-generic-password -U -s steiner -a openai -l "Steiner: openai" -X ${Buffer.from('sk-mac').toString('hex')}`,
  );
  expect([await keys.list(), await keys.delete('openai'), await keys.delete('openai')]).toEqual([
    { ok: true, value: ['openai'] },
    { ok: true, value: true },
    { ok: true, value: false },
  ]);
  expect(await readFile(join(folder, 'arguments'), 'utf8')).not.toContain(Buffer.from('sk-mac').toString('hex'));
});

it('on another system there is none, and that is said', async () => {
  const keys = keychain({ platform: 'win32' });
  expect([keys.kind, await keys.list()]).toMatchObject([undefined, { ok: false, error: { code: 'keychain_unavailable' } }]);
});
