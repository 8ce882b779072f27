import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SecretServiceRig {
  /** What a program needs in its environment to find this bus. */
  readonly vars: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const PROGRAMS = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool'];

export function isInstalled(): boolean {
  return PROGRAMS.every((program) => spawnSync('which', [program]).status === 0);
}

/** A bus that starts nothing by itself. */
const CONFIG = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;

/** A session bus of its own with a real, unlocked keyring on it. Everything it writes is below `home`. */
export async function startSecretService(home: string): Promise<SecretServiceRig> {
  const runtime = join(home, 'run');
  const config = join(home, 'bus.conf');
  await mkdir(runtime, { recursive: true, mode: 0o700 });
  await writeFile(config, CONFIG);
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_RUNTIME_DIR: runtime, XDG_DATA_HOME: join(home, 'data'), LC_ALL: 'C' };
  const options = ['--nofork', '--print-address=1', `--config-file=${config}`, `--address=unix:dir=${runtime}`];
  const bus = spawn('dbus-daemon', options, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const address = await firstLine(bus);
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env: { ...env, DBUS_SESSION_BUS_ADDRESS: address },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.stdin?.end('a password for this test\n');
  const stop = async () => {
    for (const child of [keyring, bus]) await end(child);
  };
  if (await isOwned(address)) return { vars: { XDG_RUNTIME_DIR: runtime, DBUS_SESSION_BUS_ADDRESS: address }, stop };
  await stop();
  throw new Error('the keyring did not come up');
}

/** Each look takes a few milliseconds. */
async function isOwned(address: string): Promise<boolean> {
  const question = ['--dest=org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus.NameHasOwner'];
  const args = [`--bus=${address}`, '--print-reply', ...question, 'string:org.freedesktop.secrets'];
  for (let look = 0; look < 1_000; look += 1) {
    const { stdout } = await run('dbus-send', args);
    if (stdout.includes('boolean true')) return true;
  }
  return false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('a daemon without output');
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('a daemon ended before it was ready');
}
