import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleNodeScript } from './node-script.ts';
import { prepareHome } from './write-scenario.ts';

const run = promisify(execFile);
const DISK_BYTES = 4 * 1024 * 1024;
const ALL_STEPS = 30;

/** Kilobytes that are left free: from nothing to all that the scenario takes. */
const FREE = process.env.STEINER_GATES === '1' ? Array.from({ length: 60 }, (_, index) => index * 8) : [0, 4, 12, 28, 60, 124, 252, 508];

/** How a program is started with a small disk of its own over a folder: no rights are needed where a user may have namespaces. */
const MOUNTS: readonly ((folder: string) => readonly string[])[] = [
  (folder) => ['bwrap', '--dev-bind', '/', '/', '--size', String(DISK_BYTES), '--tmpfs', folder],
  (folder) => ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs -o size=${DISK_BYTES} tmpfs '${folder}' && exec "$@"`, 'sh'],
];

function works(line: readonly string[]): boolean {
  const [file = '', ...args] = line;
  try {
    execFileSync(file, [...args, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const MOUNT = MOUNTS.find((mount) => works(mount('/mnt')));

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'steiner-full-'));
});
afterAll(() => rm(base, { recursive: true, force: true, maxRetries: 10 }));

async function bundle(entry: URL, name: string): Promise<string> {
  await bundleNodeScript(entry.pathname, join(base, name));
  return join(base, name, 'script.mjs');
}

test.skipIf(MOUNT === undefined)(
  'a disk that fills takes nothing that was told, and once there is room everything goes on',
  async () => {
    const [disk, template] = [join(base, 'disk'), join(base, 'template')];
    await mkdir(disk);
    await prepareHome(template);
    const [writer, filler] = await Promise.all([
      bundle(new URL('./fault-process.ts', import.meta.url), 'writer'),
      bundle(new URL('./full-disk-process.ts', import.meta.url), 'filler'),
    ]);
    const [file = '', ...line] = MOUNT?.(disk) ?? [];
    const { stdout } = await run(file, [...line, process.execPath, filler, writer, template, disk, ...FREE.map(String)]);
    const tries: { readonly told: number; readonly complaints: readonly string[] }[] = stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(tries.map(({ complaints }) => complaints)).toEqual(FREE.map(() => []));
    const [first, last] = [tries[0]?.told ?? ALL_STEPS, tries.at(-1)?.told ?? 0];
    expect({ full: first < ALL_STEPS / 2, roomy: last > ALL_STEPS }).toEqual({ full: true, roomy: true });
  },
  300_000,
);
